import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import { esCorto } from '../../../core/texto/texto.ts'
import { useSave } from '../../../web/api/save.ts'
import { DialogoCampos } from '../../../web/crud/dialogo-campos.tsx'
import { campos } from '../contract/registro.ts'
import { contrato, type Detalle } from '../contract.ts'
import { Nota } from './nota.tsx'
import { Diferencia } from './recibir-partes.tsx'

const CASA = 'casa'

const HIZO = { envio: 'la envió', llevo: 'la llevó', recibio: 'la recibió' } as const

/** A third person says who bears the difference: the house, or for a shortage one of those who had it. */
export function Resolver({ t, cerrar }: { t: Detalle; cerrar: () => void }) {
  const falta = decimal(t.diferencia ?? '0')
  const [quien, setQuien] = useState(CASA)
  const [nota, setNota] = useState('')
  const { save, ...envio } = useSave(contrato.resolver, {
    stale: ['cuentas', 'posiciones', 'dashboard', 'notificaciones'],
  })
  async function submit() {
    const who = quien === CASA ? null : Number(quien)
    const cargo = who === null ? ('casa' as const) : ('personal' as const)
    const body = { cargo, cargo_usuario_id: who, nota: nota.trim() }
    if (await save({ params: { id: t.id }, body })) cerrar()
  }
  const partes = t.partes.map(({ id, nombre, hizo }) => ({
    value: String(id),
    label: `${nombre}, que ${HIZO[hizo]} (por cobrar)`,
  }))
  return (
    <DialogoCampos
      titulo={`Diferencia de ${t.numero}`}
      accion="Resolver"
      impedido={esCorto(campos.nota_diferencia, nota)}
      envio={envio}
      enviar={submit}
      cerrar={cerrar}
    >
      <Diferencia falta={falta} t={t} />
      {t.nota && <p>{`Quien recibió explicó: ${t.nota}`}</p>}
      <NativeSelect
        label="Responde"
        value={quien}
        onChange={({ currentTarget }) => setQuien(currentTarget.value)}
        data={[
          { value: CASA, label: 'La casa (sobrantes y faltantes)' },
          ...(falta.gt(0) ? partes : []),
        ]}
      />
      <Nota campo="nota_diferencia" etiqueta="Qué se revisó" valor={nota} cambiar={setNota} />
    </DialogoCampos>
  )
}
