import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sinCortar } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { LARGO_CODIGO } from '../../usuarios/contract.ts'
import { camposAutorizacion } from '../contract/autorizaciones.ts'
import { contrato } from '../contract.ts'
import type { Borrador, Calculo } from '../mostrador/calculo/tipos.ts'

interface Props {
  borrador: Borrador
  calculo: Calculo
  /** The requested rate and the published one, formatted. */
  tasa: string
  publicada: string
  cerrar: () => void
  pedida: (id: number) => void
}

/** Dialog that requests the rate: sent to an approver, or signed here by one. */
export default function AutorizacionDialogo({
  borrador,
  calculo,
  tasa,
  publicada,
  cerrar,
  pedida,
}: Props) {
  const [motivo, setMotivo] = useState('')
  const [aqui, setAqui] = useState(false)
  const [usuario, setUsuario] = useState('')
  const [password, setPassword] = useState('')
  const [codigo, setCodigo] = useState('')
  const pedir = useSave(contrato.pedirTasa)
  const firmar = useSave(contrato.firmarTasa)
  const { error, saving } = aqui ? firmar : pedir
  const of = (campo: string) => error?.body.errors?.find((e) => e.campo === campo)?.msg
  // Whether the approver has a second factor is the server's to say; once asked for, the code stays asked for.
  const [pide, setPide] = useState(false)
  if (error?.body.codigo === 'CODIGO_REQUERIDO' && !pide) setPide(true)
  const general = error && !error.body.errors?.some(({ campo }) => campo) ? error.message : null
  const body = {
    tipo: borrador.tipo,
    cliente_id: borrador.cliente?.id ?? null,
    divisa_id: borrador.divisa_id ?? 0,
    [borrador.lado]: borrador.valor,
    historico_id: calculo.tasa?.historico_id ?? 0,
    tasa: calculo.valor_tasa,
    motivo,
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const made = aqui
      ? await firmar.save({ body: { ...body, usuario, password, ...(pide && { codigo }) } })
      : await pedir.save({ body })
    if (made) pedida(made.id)
    // Asked for the code, the approver does not type his password again.
    else if (pide || !aqui) {
      setPassword('')
      setCodigo('')
    }
  }
  return (
    <Modal
      opened
      onClose={() => !saving && cerrar()}
      title="Autorización de la tasa"
      size="md"
      transitionProps={{ duration: 120 }}
    >
      <form noValidate className="pila" onSubmit={(event) => void submit(event)}>
        <p>{sinCortar(`${calculo.frase} A ${tasa}; la publicada es ${publicada}.`)}</p>
        <TextInput
          data-autofocus
          label="Motivo"
          withAsterisk
          maxLength={camposAutorizacion.motivo.control.maximo}
          value={motivo}
          error={of('motivo')}
          onChange={(event) => setMotivo(event.currentTarget.value)}
        />
        <Switch
          label="Quien autoriza está aquí y firma con su contraseña"
          checked={aqui}
          onChange={(event) => setAqui(event.currentTarget.checked)}
        />
        {aqui && (
          <div className="casillas">
            <TextInput
              label="Usuario o correo de quien autoriza"
              withAsterisk
              autoComplete="off"
              value={usuario}
              error={of('usuario')}
              onChange={(event) => setUsuario(event.currentTarget.value)}
            />
            <PasswordInput
              label="Su contraseña"
              withAsterisk
              autoComplete="off"
              value={password}
              error={of('password')}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {pide && (
              <TextInput
                label="Código de su aplicación"
                withAsterisk
                autoComplete="off"
                maxLength={LARGO_CODIGO}
                value={codigo}
                error={of('codigo')}
                onChange={(event) => setCodigo(event.currentTarget.value)}
              />
            )}
          </div>
        )}
        {(general ?? of('tasa') ?? of('historico_id') ?? of('monto')) && (
          <p role="alert">{general ?? of('tasa') ?? of('historico_id') ?? of('monto')}</p>
        )}
        <div className="seguidos">
          <Button type="submit" loading={saving}>
            {aqui ? 'Autorizar' : 'Pedir autorización'}
          </Button>
          <Button variant="default" disabled={saving} onClick={cerrar}>
            Volver
          </Button>
        </div>
      </form>
    </Modal>
  )
}
