"""The scenes of the stack, one package each; `common` holds what several of them share.

A scene handles events, advances with time and draws. It returns the change that the scene stack is
to make, and opens no window itself. No scene's package imports another's; all may import `common`.
"""
