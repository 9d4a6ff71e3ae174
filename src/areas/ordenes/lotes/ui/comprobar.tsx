import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { subir } from '../../../../web/api/archivos.ts'
import { invalidate } from '../../../../web/api/query.ts'
import { notify } from '../../../../web/avisos/notify.ts'
import { EntradaArchivo } from '../../../../web/comprobantes/entrada.tsx'
import { contratoLotes, type DetalleLote } from '../contract.ts'

/** Says whether a file is the one of this batch, before somebody sends it to the bank. */
export function Comprobar({ lote }: { lote: DetalleLote }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  async function check(file: File) {
    setBusy(true)
    try {
      const bytes = new Blob([file], { type: 'application/octet-stream' })
      const given = { params: { id: lote.id } }
      const send = { signal: new AbortController().signal, alAvanzar: () => {} }
      const { igual, message } = await subir(contratoLotes.comprobar, given, bytes, send)
      notify(igual ? 'success' : 'warning', message)
      await invalidate(['ordenes'])
    } catch (cause) {
      notify('warning', cause instanceof Error ? cause.message : String(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" loading={busy} onClick={() => input.current?.click()}>
        Comprobar un archivo
      </Button>
      <EntradaArchivo
        ref={input}
        etiqueta="Archivo que se comprueba"
        alElegir={(file) => void check(file)}
      />
    </>
  )
}
