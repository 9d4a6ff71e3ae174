import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { EntradaArchivo } from '../../../../web/comprobantes/entrada.tsx'
import { useSoltar } from '../../../../web/comprobantes/soltar.ts'
import classes from './lotes.module.css'

/** Takes the bank's answer: pasted, dropped, or chosen as a file. */
export function PegarRespuesta(props: {
  leer: (text: string) => number
  ajenas: readonly string[]
}) {
  const { leer, ajenas } = props
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<number | null>(null)
  const read = (text: string) => setFound(text.trim() === '' ? null : leer(text))
  // Banks write in the old Western set as often as in UTF-8; only digits and order numbers matter here.
  const open = (file: File) => void file.text().then(read)
  const soltar = useSoltar(open)
  return (
    <div className={classes.pegar} {...soltar}>
      <Textarea
        label="Respuesta del banco"
        description="Pegue las filas del banco o de su hoja, o arrastre el archivo (CSV o texto). Se reconocen por el número de orden, o por cuenta y monto."
        minRows={2}
        maxRows={6}
        autosize
        onChange={({ currentTarget }) => read(currentTarget.value)}
      />
      <Button variant="default" className="suelto" onClick={() => input.current?.click()}>
        Elegir archivo
      </Button>
      <EntradaArchivo
        ref={input}
        accept=".csv,.txt,text/csv,text/plain"
        etiqueta="Archivo del banco"
        alElegir={(file) => open(file)}
      />
      <p role="status" className="nota">
        {found !== null &&
          (found === 1 ? 'Se reconoció 1 orden.' : `Se reconocieron ${found} órdenes.`)}
        {ajenas.length > 0 &&
          ` ${ajenas.length === 1 ? 'Una fila no es' : `${ajenas.length} filas no son`} de una orden que espera: «${ajenas[0]}».`}
      </p>
    </div>
  )
}
