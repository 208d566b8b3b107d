domain
