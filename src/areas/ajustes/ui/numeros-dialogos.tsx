import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { DialogoCampos } from '../../../web/crud/dialogo-campos.tsx'
import { camposNumeracion, type Numeracion, nombreDe } from '../contract/numeracion.ts'
import { contrato } from '../contract.ts'

interface Props {
  numeracion: Numeracion
  cerrar: () => void
}

/** Asks for the prefix of the documents to come. */
export function Prefijo({ numeracion: { tipo, prefijo }, cerrar }: Props) {
  const [escrito, setEscrito] = useState(prefijo)
  const envio = useSave(contrato.cambiarPrefijo)
  const parsed = camposNumeracion.prefijo.schema.safeParse(escrito.trim())
  async function enviar() {
    if (!parsed.success) return
    const body = { tipo, prefijo: parsed.data }
    if (await envio.save({ body })) cerrar()
  }
  return (
    <DialogoCampos
      ancho="sm"
      titulo={`Prefijo de ${nombreDe(tipo)}`}
      impedido={!parsed.success}
      envio={envio}
      enviar={enviar}
      cerrar={cerrar}
    >
      <TextInput
        data-autofocus
        label="Prefijo"
        withAsterisk
        maxLength={camposNumeracion.prefijo.control.maximo}
        autoComplete="off"
        description="Solo para los documentos por venir. Su serie empieza en 1, o donde usted diga."
        value={escrito}
        error={parsed.success ? undefined : parsed.error.issues[0]?.message}
        onChange={({ currentTarget }) => setEscrito(currentTarget.value.toUpperCase())}
      />
    </DialogoCampos>
  )
}

/** Asks for the number with which a series begins that has no document yet. */
export function Inicio({ numeracion: { tipo, series }, cerrar }: Props) {
  const libres = series.filter(({ empezada }) => !empezada)
  const [cual, setCual] = useState(0)
  const serie = libres[cual] ?? libres[0]
  const [escrito, setEscrito] = useState(() => String(serie?.numero ?? 1))
  const envio = useSave(contrato.iniciarSerie)
  const parsed = camposNumeracion.numero.schema.safeParse(
    /^\d+$/.test(escrito) ? Number(escrito) : null,
  )
  async function enviar() {
    if (!parsed.success || !serie) return
    const { sucursal_id, anio } = serie
    const body = {
      ...{ tipo, sucursal_id, anio },
      numero: parsed.data,
    }
    if (await envio.save({ body })) cerrar()
  }
  return (
    <DialogoCampos
      ancho="sm"
      titulo={`Primer número de ${nombreDe(tipo)}`}
      impedido={!parsed.success}
      envio={envio}
      enviar={enviar}
      cerrar={cerrar}
    >
      <NativeSelect
        label="Serie"
        value={String(cual)}
        data={libres.map(({ siguiente }, i) => ({
          value: String(i),
          label: siguiente.replace(/-\d+$/, ''),
        }))}
        onChange={({ currentTarget }) => {
          const at = Number(currentTarget.value)
          setCual(at)
          setEscrito(String(libres[at]?.numero ?? 1))
        }}
      />
      <TextInput
        data-autofocus
        label="Primer número"
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        description="Después de su primer documento ya no cambia."
        value={escrito}
        error={parsed.success ? undefined : parsed.error.issues[0]?.message}
        onChange={({ currentTarget }) => setEscrito(currentTarget.value)}
      />
    </DialogoCampos>
  )
}
