#!/bin/sh
# Puts Fourfold into this user's programs and menu; no administrator is needed. Run it from the
# folder that was unpacked, which can be deleted afterwards. uninstall.sh takes it out again.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
data=${XDG_DATA_HOME:-$HOME/.local/share}
programs=$HOME/.local/lib
place=$programs/fourfold
command=$HOME/.local/bin/fourfold

if [ ! -x "$here/fourfold" ] || [ ! -d "$here/_internal" ]; then
    echo "install.sh: the program is not in $here; run this script from its unpacked folder" >&2
    exit 2
fi
if [ "$here" -ef "$place" ]; then
    echo "Fourfold is already installed in $place"
    exit 0
fi
if [ -e "$command" ] && ! [ "$command" -ef "$place/fourfold" ]; then
    echo "install.sh: $command belongs to something else; move it away first" >&2
    exit 2
fi

# It reads parts of itself only when they are wanted, which would be those of another version.
for running in /proc/[0-9]*/exe; do
    if [ "$running" -ef "$place/fourfold" ]; then
        echo "install.sh: Fourfold is running; close it and try again" >&2
        exit 2
    fi
done

# The new one is complete before the old one goes.
mkdir -p "$programs" "$HOME/.local/bin" "$data/applications"
rm -rf "$place.new"
cp -R "$here" "$place.new"
rm -rf "$place"
mv "$place.new" "$place"
ln -sf "$place/fourfold" "$command"

for size in 16 24 32 48 64 128 256 512; do
    folder=$data/icons/hicolor/${size}x$size/apps
    mkdir -p "$folder"
    cp "$here/icons/icon-$size.png" "$folder/fourfold.png"
done
folder=$data/icons/hicolor/scalable/apps
mkdir -p "$folder"
cp "$here/icons/icon.svg" "$folder/fourfold.svg"

# The app's id is the name of its menu entry.
entry=$(cd "$here" && echo *.desktop)
mkdir -p "$data/mime/packages"
cp "$here/${entry%.desktop}.xml" "$data/mime/packages/"
if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime"; fi

# The whole path, for ~/.local/bin need not be where menus look; written as a menu entry wants it.
escaped=$(printf '%s' "$command" | sed 's/\\/\\\\/g')
quoted=$(printf '%s' "$command" | sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')
while IFS= read -r line; do
    case $line in
    Exec=fourfold*) line=Exec=\"$quoted\"${line#Exec=fourfold} ;;
    TryExec=*) line=TryExec=$escaped ;;
    esac
    printf '%s\n' "$line"
done <"$here/$entry" >"$data/applications/$entry"
if command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$data/applications"
fi

# An index of icons that is there must know of the new ones.
icons=$data/icons/hicolor
if [ -f "$icons/icon-theme.cache" ]; then
    gtk-update-icon-cache -q -t -f "$icons" 2>/dev/null || rm -f "$icons/icon-theme.cache"
fi

echo "Fourfold is now in your menu. Its command is $command"
