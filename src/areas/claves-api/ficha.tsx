import { formatMonto } from '../../core/formato.ts'
import { useSave } from '../../web/api/save.ts'
import { BotonConfirmar } from '../../web/crud/boton-confirmar.tsx'
import { Modal } from '../../web/crud/modal.tsx'
import { Datos } from '../../web/crud/pagina/detalle.tsx'
import { Fecha } from '../../web/crud/valores.tsx'
import { EnPalabras } from '../usuarios/ui/permisos.tsx'
import { type ClaveFila, camposRevocar, contrato, ESTADOS } from './contract.ts'

/** What a key may and how it was used, and the button that ends it. */
export function FichaClave(props: {
  clave: ClaveFila | undefined
  edita: boolean
  cerrar: () => void
}) {
  const { clave, edita, cerrar } = props
  return (
    <Modal
      opened={clave !== undefined}
      onClose={cerrar}
      title={clave?.nombre}
      size="lg"
      transitionProps={{ duration: 120 }}
    >
      {clave && <Cuerpo clave={clave} edita={edita} cerrar={cerrar} />}
    </Modal>
  )
}

function Cuerpo({
  clave,
  edita,
  cerrar,
}: {
  clave: ClaveFila
  edita: boolean
  cerrar: () => void
}) {
  const { save, saving } = useSave(contrato.revocar)
  async function revocar(motivo: string) {
    const done = await save({ params: { id: clave.id }, body: { motivo } })
    if (done) cerrar()
    return done
  }
  return (
    <>
      <Datos
        pares={[
          ['Termina en', `…${clave.pista}`],
          ['Estado', ESTADOS[clave.estado]],
          ['Creada', <Quien key="creada" fila={clave} />],
          ['Vence', <Fecha key="vence" valor={clave.vence_en} hora />],
          [
            'Revocada',
            clave.revocada_en ? <Fecha key="fin" valor={clave.revocada_en} hora /> : 'No',
          ],
          ['Último uso', clave.usada_en ? <Uso key="uso" fila={clave} /> : 'Nunca'],
          ['Se usa desde', clave.direcciones.join(', ') || 'Cualquier dirección'],
          ['Límite por operación', limiteDe(clave)],
          ['Sucursal', clave.sucursal ?? 'Ninguna'],
          ['Permisos', <EnPalabras key="permisos" permisos={clave.permisos} />],
        ]}
      />
      {edita && clave.estado !== 'revocada' && (
        <BotonConfirmar
          titulo={`¿Revocar «${clave.nombre}»?`}
          accion="Revocar"
          apariencia="peligro"
          peligro
          motivo={camposRevocar.motivo}
          ocupado={saving}
          alConfirmar={revocar}
        >
          El programa que la usa deja de entrar en el acto. No se puede deshacer: para que vuelva
          hará falta otra clave.
        </BotonConfirmar>
      )}
    </>
  )
}

const limiteDe = ({ limite_usd }: ClaveFila) =>
  limite_usd ? formatMonto(limite_usd, { simbolo: 'US$', decimales: 2 }) : 'Sin límite propio'

function Quien({ fila: { creada_en, creada_por } }: { fila: ClaveFila }) {
  return (
    <>
      <Fecha valor={creada_en} hora /> · {creada_por}
    </>
  )
}

function Uso({ fila: { usada_en, usada_desde } }: { fila: ClaveFila }) {
  return (
    <>
      <Fecha valor={usada_en} hora /> · {usada_desde}
    </>
  )
}
