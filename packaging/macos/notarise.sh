#!/bin/bash
# Signs an app and has Apple notarise it: packaging/macos/notarise.sh dist/Fourfold.app. Needs a
# developer's account; never run by us. CERTIFICATE is a .p12 in base64, CERTIFICATE_PASSWORD its
# password; APPLE_ID, APPLE_TEAM and APPLE_PASSWORD (one for this use only) are the account's.
set -euo pipefail

app=$1
work=$(mktemp -d)
keychain=$work/signing.keychain-db
password=$(openssl rand -hex 16)
trap 'security delete-keychain "$keychain" || true; rm -rf "$work"' EXIT

printf '%s' "$CERTIFICATE" | base64 --decode >"$work/certificate.p12"
security create-keychain -p "$password" "$keychain"
security unlock-keychain -p "$password" "$keychain"
security import "$work/certificate.p12" -k "$keychain" -P "$CERTIFICATE_PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -k "$password" "$keychain" >/dev/null
security list-keychains -d user -s "$keychain" login.keychain

identity=$(security find-identity -v -p codesigning "$keychain" | sed -n 's/.*"\(Developer ID[^"]*\)".*/\1/p')
# Compiled Python loads libraries that other people have signed.
cat >"$work/rights.plist" <<'RIGHTS'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>com.apple.security.cs.disable-library-validation</key><true/></dict></plist>
RIGHTS
find "$app" -type f \( -name '*.so' -o -name '*.dylib' \) -print0 |
    xargs -0 codesign --force --timestamp --options runtime --sign "$identity"
codesign --force --timestamp --options runtime --entitlements "$work/rights.plist" --sign "$identity" "$app"

ditto -c -k --keepParent "$app" "$work/app.zip"
xcrun notarytool submit "$work/app.zip" --wait \
    --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM" --password "$APPLE_PASSWORD"
xcrun stapler staple "$app"
