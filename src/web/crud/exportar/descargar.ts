/** Hands the file to the browser. */
export function download(nombre: string, contenido: Blob): void {
  const url = URL.createObjectURL(contenido)
  const link = document.createElement('a')
  link.href = url
  link.download = nombre
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
