import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import { esCorto } from '../../../core/texto/texto.ts'
import { dicho, useSave } from '../../../web/api/save.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { campos } from '../contract/registro.ts'
import { contrato, type Detalle } from '../contract.ts'
import { Diferencia } from './recibir-partes.tsx'

const CASA = 'casa'

/** A third person says who bears the difference: the house, or for a shortage one of the two. */
export function Resolver({ t, cerrar }: { t: Detalle; cerrar: () => void }) {
  const falta = decimal(t.diferencia ?? '0')
  const [quien, setQuien] = useState(CASA)
  const [nota, setNota] = useState('')
  const { save, saving, incierto, error } = useSave(contrato.resolver, {
    stale: ['cuentas', 'posiciones', 'dashboard', 'notificaciones'],
  })
  const short = esCorto(campos.nota_diferencia, nota)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (short) return
    const who = quien === CASA ? null : Number(quien)
    const cargo = who === null ? ('casa' as const) : ('personal' as const)
    const body = { cargo, cargo_usuario_id: who, nota: nota.trim() }
    if (await save({ params: { id: t.id }, body })) cerrar()
  }
  const partes = t.partes.map(({ id, nombre }, n) => ({
    value: String(id),
    label: `${nombre}, que la ${n === 0 ? 'envió' : 'recibió'} (por cobrar)`,
  }))
  return (
    <Modal
      opened
      onClose={cerrar}
      title={`Diferencia de ${t.numero}`}
      size="md"
      transitionProps={{ duration: 120 }}
    >
      <form className="pila" noValidate onSubmit={(event) => void submit(event)}>
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
        <Textarea
          label="Qué se revisó"
          description={`Al menos ${campos.nota_diferencia.control.minimo} caracteres.`}
          withAsterisk
          rows={2}
          maxLength={campos.nota_diferencia.control.maximo}
          value={nota}
          onChange={({ currentTarget }) => setNota(currentTarget.value)}
        />
        {(error || incierto) && (
          <p role="alert" className="malo">
            {dicho({ error, incierto })}
          </p>
        )}
        <div className="seguidos">
          <Button type="submit" loading={saving} disabled={short}>
            Resolver
          </Button>
          <Button variant="default" onClick={cerrar}>
            Cancelar
          </Button>
        </div>
      </form>
    </Modal>
  )
}
