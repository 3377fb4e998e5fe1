; The installer for Windows: into the user's own programs, so no administrator is asked.
; packaging/windows.py runs makensis with VERSION, AUTHORS, FOLDER (the program), OUT and KILOBYTES.
; The player's games are in another folder, and neither installing nor removing touches them.

; Wine without its 32-bit half could not run the other kind.
Target amd64-unicode
SetCompressor /SOLID lzma
!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "Sections.nsh"

!define NAME "Fourfold"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Fourfold"
!define CLASSES "Software\Classes"

Name "${NAME}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Fourfold"
InstallDirRegKey HKCU "${ENTRY}" "InstallLocation"
RequestExecutionLevel user
ManifestDPIAware true
BrandingText "${NAME} ${VERSION}"

!define MUI_ICON "${ROOT}/assets/logo/fourfold.ico"
!define MUI_UNICON "${ROOT}/assets/logo/fourfold.ico"
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\fourfold.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "French"

LangString DESKTOP ${LANG_ENGLISH} "Shortcut on the desktop"
LangString DESKTOP ${LANG_FRENCH} "Raccourci sur le bureau"
LangString PACK ${LANG_ENGLISH} "Fourfold pack of deals"
LangString PACK ${LANG_FRENCH} "Recueil de donnes Fourfold"
LangString RUNNING ${LANG_ENGLISH} "Fourfold is running. Close it and try again."
LangString RUNNING ${LANG_FRENCH} "Fourfold est ouvert. Fermez-le, puis réessayez."

VIProductVersion "${NUMBERS}"
VIAddVersionKey /LANG=1033 "ProductName" "${NAME}"
VIAddVersionKey /LANG=1033 "FileDescription" "${NAME} installer"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "LegalCopyright" "MIT licence"

; Takes out the program as it was installed: exactly these files, and folders that are empty then.
; A folder that somebody chose by mistake loses nothing of its own.
!macro TAKE_OUT
    !include "${LISTED}"
!macroend

; A program that runs has its file open; half of it would be replaced.
!macro STOP_WHERE_IT_RUNS PROGRAM
    ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
        ClearErrors
        FileOpen $0 "$INSTDIR\${PROGRAM}" a
        ${If} ${Errors}
            MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDOK
            SetErrorLevel 2
            Quit
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

; What is installed already goes first; it knows best what it had. Where it runs it stays.
!macro REMOVE_INSTALLED_IN PLACE
    ${If} ${FileExists} "${PLACE}\uninstall.exe"
        ExecWait '"${PLACE}\uninstall.exe" /S _?=${PLACE}' $0
        ${If} $0 <> 0
            MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDOK
            SetErrorLevel 2
            Quit
        ${EndIf}
        Delete "${PLACE}\uninstall.exe"
        RMDir "${PLACE}"
    ${EndIf}
!macroend

Section "${NAME}"
    SectionIn RO
    !insertmacro STOP_WHERE_IT_RUNS "fourfold.exe"
    !insertmacro STOP_WHERE_IT_RUNS "fourfold-terminal.exe"
    ; In another folder it would stay without an entry that removes it.
    ReadRegStr $1 HKCU "${ENTRY}" "InstallLocation"
    !insertmacro REMOVE_INSTALLED_IN "$1"
    !insertmacro REMOVE_INSTALLED_IN "$INSTDIR"
    SetOutPath "$INSTDIR"
    File /r "${FOLDER}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Fourfold.lnk" "$INSTDIR\fourfold.exe"

    WriteRegStr HKCU "${ENTRY}" "DisplayName" "${NAME}"
    WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${ENTRY}" "Publisher" "${AUTHORS}"
    WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\fourfold.exe"
    WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" ${KILOBYTES}
    WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
    WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1

    WriteRegStr HKCU "${CLASSES}\.fourfold" "" "Fourfold.Pack"
    WriteRegStr HKCU "${CLASSES}\.fourfold" "Content Type" "application/x-fourfold-pack"
    WriteRegStr HKCU "${CLASSES}\Fourfold.Pack" "" "$(PACK)"
    WriteRegStr HKCU "${CLASSES}\Fourfold.Pack\DefaultIcon" "" "$INSTDIR\fourfold.exe,0"
    WriteRegStr HKCU "${CLASSES}\Fourfold.Pack\shell\open\command" "" \
        '"$INSTDIR\fourfold.exe" "%1"'
    ${RefreshShellIcons}
SectionEnd

Section /o "$(DESKTOP)" SHORTCUT
    CreateShortcut "$DESKTOP\Fourfold.lnk" "$INSTDIR\fourfold.exe"
SectionEnd

; Taking out an older version takes its shortcut too; who has one keeps it.
Function .onInit
    ${If} ${FileExists} "$DESKTOP\Fourfold.lnk"
        !insertmacro SelectSection ${SHORTCUT}
    ${EndIf}
FunctionEnd

Section "Uninstall"
    !insertmacro STOP_WHERE_IT_RUNS "fourfold.exe"
    !insertmacro STOP_WHERE_IT_RUNS "fourfold-terminal.exe"
    !insertmacro TAKE_OUT
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Fourfold.lnk"
    Delete "$DESKTOP\Fourfold.lnk"
    DeleteRegKey HKCU "${ENTRY}"
    DeleteRegKey HKCU "${CLASSES}\Fourfold.Pack"
    DeleteRegKey HKCU "${CLASSES}\.fourfold"
    ${RefreshShellIcons}
SectionEnd
