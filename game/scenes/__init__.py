"""The scenes of the stack, a folder each; `common` holds what several of them share.

A scene handles events, lets time pass and draws; it returns what is to become of the stack and
opens no window itself. No folder imports another, `common` excepted.
"""
