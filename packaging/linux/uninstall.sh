#!/bin/sh
# Takes out what install.sh put in. Your games, settings and statistics stay.
set -eu

data=${XDG_DATA_HOME:-$HOME/.local/share}
place=$HOME/.local/lib/fourfold
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
entry=$(cd "$here" && echo *.desktop)
command=$HOME/.local/bin/fourfold

if [ "$(readlink "$command" 2>/dev/null)" = "$place/fourfold" ]; then rm -f "$command"; fi
rm -f "$data/applications/$entry" "$data/mime/packages/${entry%.desktop}.xml"
if [ -d "$data/mime/packages" ] && command -v update-mime-database >/dev/null; then
    update-mime-database "$data/mime"
fi
if [ -d "$data/applications" ] && command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$data/applications"
fi
rm -f "$data"/icons/hicolor/*/apps/fourfold.png "$data/icons/hicolor/scalable/apps/fourfold.svg"
rm -rf "$place"
icons=$data/icons/hicolor
if [ -f "$icons/icon-theme.cache" ]; then
    gtk-update-icon-cache -q -t -f "$icons" 2>/dev/null || rm -f "$icons/icon-theme.cache"
fi

echo "Fourfold has been removed. Your games are still in $data/fourfold"
