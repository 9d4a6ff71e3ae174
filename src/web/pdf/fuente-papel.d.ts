declare module 'virtual:fuente-papel' {
  /** Made at build by scripts/web/fuente-papel.ts. */
  const fuentes: import('./fuente.ts').Fuentes
  export default fuentes
}
