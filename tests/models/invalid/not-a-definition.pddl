(domain broken)
