import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatFecha } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { DiaInput } from '../../../web/crud/calendario/dia-input.tsx'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import type { ReglaDetalle } from '../contract/reglas.ts'
import { contrato } from '../contract.ts'
import { hoy } from '../palabras.ts'

/** Ends a rule on a given day; a rule that has not begun is withdrawn. */
export function Terminar({ regla }: { regla: ReglaDetalle }) {
  const [abierto, setAbierto] = useState(false)
  const [hasta, setHasta] = useState<string | null>(hoy)
  const { save, saving, error, clear } = useSave(contrato.terminarRegla)
  const futura = regla.estado === 'futura'
  const dia = /^\d{4}-\d{2}-\d{2}$/.test(hasta ?? '') ? hasta : null
  async function confirm() {
    if (!dia) return
    const body = { hasta: futura ? hoy() : dia, version: regla.version }
    if (await save({ params: { id: regla.id }, body })) setAbierto(false)
  }
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          clear()
          setAbierto(true)
        }}
      >
        {futura ? 'Retirar' : 'Terminar'}
      </Button>
      <Confirmar
        abierto={abierto}
        titulo={futura ? 'Retirar la regla' : 'Terminar la regla'}
        accion={futura ? 'Retirar' : 'Terminar'}
        peligro
        ocupado={saving}
        alConfirmar={() => void confirm()}
        alCancelar={() => setAbierto(false)}
      >
        {futura ? (
          <p>Empieza el {formatFecha(regla.desde)}: si la retira no llega a regir.</p>
        ) : (
          <>
            <DiaInput
              desde="hoy"
              label="Último día en que rige"
              withAsterisk
              value={hasta}
              onChange={setHasta}
              error={
                error?.body.errors?.[0]?.msg ?? (dia ? undefined : 'Escriba una fecha válida.')
              }
            />
            <p>Lo ya devengado queda como está.</p>
          </>
        )}
      </Confirmar>
    </>
  )
}
