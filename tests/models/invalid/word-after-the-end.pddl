(define (domain broken))
end
