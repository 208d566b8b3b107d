; nothing here

; nor here
