import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Modal } from '../../../web/crud/modal.tsx'
import type { Edicion } from '../edicion/edicion.tsx'
import { Reescribir } from '../edicion/reescribir.tsx'
import classes from './impacto.module.css'
import { ParesRevisados, TiposRevisados } from './vista.tsx'

/** What the typed prices would do, before they do it; from here they are published, all or none. */
export function Revisar({ edicion }: { edicion: Edicion }) {
  const { impacto, publicando } = edicion
  const [motivo, setMotivo] = useState('Precios del día')
  const [checked, setChecked] = useState(false)
  const short = motivo.trim().length < 5
  const blocked = impacto?.tipos.some(({ tasa }) => tasa === null) ?? false
  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!short && !blocked) edicion.intentar(motivo.trim())
  }
  return (
    <>
      <Modal
        opened={impacto !== undefined}
        onClose={() => !publicando && edicion.cerrarImpacto()}
        title="Revisar impacto"
        size="72rem"
        transitionProps={{ duration: 120 }}
      >
        {impacto && (
          <form className={classes.revisar} onSubmit={submit} noValidate>
            <ParesRevisados pares={impacto.pares} />
            <TiposRevisados tipos={impacto.tipos} />
            <div className={classes.pie}>
              <TextInput
                label="Motivo"
                withAsterisk
                maxLength={200}
                value={motivo}
                error={checked && short && 'Escriba al menos 5 caracteres.'}
                onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
              />
              <Button type="submit" data-autofocus loading={publicando} disabled={blocked}>
                Publicar
              </Button>
              <Button variant="default" disabled={publicando} onClick={edicion.cerrarImpacto}>
                Seguir editando
              </Button>
            </div>
          </form>
        )}
      </Modal>
      <Reescribir
        pares={edicion.repetir}
        ocupado={publicando}
        alConfirmar={() => void edicion.publicar(motivo.trim())}
        alCorregir={edicion.corregir}
      />
    </>
  )
}
