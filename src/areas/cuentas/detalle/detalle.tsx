import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useAlternar } from '../../../web/crud/alternar.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Estatus, Ficha } from '../../../web/crud/valores.tsx'
import { usePestanas } from '../../../web/marco/pestanas.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { type CuentaDetalle, contrato, TIPOS } from '../contract.ts'
import { useSaldosEnVivo } from '../ui/en-vivo.tsx'
import { DatosCuenta } from './datos-cuenta.tsx'
import { EstadoCuenta } from './estado-cuenta.tsx'
import { SaldoCuenta } from './saldo-cuenta.tsx'

const SaldoPorDia = parte(() => import('./saldo-dias.tsx'))

/** The kinds of account that are counted. */
const EFECTIVO: readonly string[] = ['caja', 'boveda'] satisfies CuentaDetalle['tipo'][]

const ACCIONES: Record<string, string> = {
  crear: 'Abrió la cuenta',
  editar: 'Editó los datos',
  estatus: 'Cambió el estatus',
}

export const empieza: Empieza = { fila: contrato.obtener }

/** One account: its balance, statement, data and history. */
export default function DetalleCuenta() {
  useSaldosEnVivo()
  return <UnaFila endpoint={contrato.obtener}>{(cuenta) => <Cuenta cuenta={cuenta} />}</UnaFila>
}

function Cuenta({ cuenta: data }: { cuenta: CuentaDetalle }) {
  const edita = usePuede('cuentas:editar')
  const ajusta = usePuede('cuentas:ajustar')
  const arquea = usePuede('cierres:arqueo') && EFECTIVO.includes(data.tipo) && data.estatus
  const ajenas = usePestanas('detalle-cuenta', data.id, data)
  const transfiere = usePuede('transferencias:crear') && data.estatus
  return (
    <Detalle
      titulo={data.nombre}
      migas={[{ texto: 'Cuentas', ruta: 'cuentas' }, { texto: TIPOS[data.tipo] }]}
      estado={
        <>
          <Estatus activo={data.estatus} />
          {data.alerta && (
            <Ficha tono="aviso">{data.alerta === 'bajo' ? 'Saldo bajo' : 'Saldo alto'}</Ficha>
          )}
        </>
      }
      acciones={
        <>
          {ajusta && data.estatus && (
            <BotonEnlace a="ajustar-saldo" search={{ cuenta_id: String(data.id) }}>
              Ajustar
            </BotonEnlace>
          )}
          {transfiere && (
            <BotonEnlace
              a="nueva-transferencia"
              variant="default"
              search={{ origen: String(data.id) }}
            >
              Transferir
            </BotonEnlace>
          )}
          {arquea && (
            <BotonEnlace a="nuevo-arqueo" variant="default" search={{ cuenta_id: String(data.id) }}>
              Arquear
            </BotonEnlace>
          )}
          {edita && <CambiarEstatus cuenta={data} />}
        </>
      }
      pestanas={[
        {
          clave: 'estado',
          titulo: 'Estado de cuenta',
          contenido: () => (
            <div className="pila">
              <SaldoCuenta cuenta={data} />
              <EstadoCuenta cuenta={data} />
            </div>
          ),
        },
        {
          clave: 'saldo',
          titulo: 'Saldo por día',
          contenido: () => (
            <Suspense fallback={<Cargando />}>
              <SaldoPorDia cuenta={data} />
            </Suspense>
          ),
        },
        ...ajenas,
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () => <DatosCuenta cuenta={data} edita={edita} />,
        },
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={data.historial} acciones={ACCIONES} />,
        },
      ]}
    />
  )
}

function CambiarEstatus({ cuenta }: { cuenta: CuentaDetalle }) {
  const { id, version, nombre, estatus } = cuenta
  const { alternar, saving } = useAlternar(contrato.estatus)
  const efecto = estatus
    ? `${nombre} deja de ofrecerse; sus movimientos se conservan.`
    : `${nombre} vuelve a ofrecerse al cobrar y al pagar.`
  return (
    <Button variant="default" loading={saving} onClick={() => void alternar(id, version, efecto)}>
      {estatus ? 'Desactivar' : 'Activar'}
    </Button>
  )
}
