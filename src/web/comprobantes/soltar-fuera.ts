/** A file dropped where nothing takes it would replace the page, and what was typed with it. */
export function noSalirAlSoltar(): void {
  addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })
}
