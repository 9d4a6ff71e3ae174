// `npm run build` builds the interface once, into dist: a server that has it needs no tools of developers.
console.log('La interfaz está en dist, hecha de estas fuentes.')
