import { Button } from '@mantine/core'
import { useState } from 'react'
import { Cargando } from '../../web/crud/cargando.tsx'
import { Detalle } from '../../web/crud/detalle.tsx'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { Fallo } from '../../web/crud/lista.tsx'
import { Tabla } from '../../web/crud/tabla.tsx'
import { Estatus, Fecha, Ficha } from '../../web/crud/valores.tsx'
import { useId } from '../../web/navegacion.tsx'
import { useAnswer } from '../../web/query.ts'
import { useSave } from '../../web/save.ts'
import { usePuede } from '../../web/sesion.ts'
import { type CuentaDetalle, contrato, TIPOS } from './contract.ts'
import classes from './cuentas.module.css'
import { DatosCuenta } from './datos-cuenta.tsx'
import { useSaldosEnVivo } from './en-vivo.tsx'
import { EstadoCuenta } from './estado-cuenta.tsx'
import { SaldoCuenta } from './saldo-cuenta.tsx'

const ACCIONES: Record<string, string> = {
  crear: 'Abrió la cuenta',
  editar: 'Editó los datos',
  estatus: 'Cambió el estatus',
}

/** One account: what it holds, its statement, its data, who changed what. */
export default function DetalleCuenta() {
  const id = useId()
  const { data, error, refetch } = useAnswer(contrato.obtener, { params: { id } })
  const edita = usePuede('cuentas:editar')
  useSaldosEnVivo()
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
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
      acciones={edita && <CambiarEstatus cuenta={data} />}
      pestanas={[
        {
          clave: 'estado',
          titulo: 'Estado de cuenta',
          contenido: () => (
            <div className={classes.pestana}>
              <SaldoCuenta cuenta={data} />
              <EstadoCuenta cuenta={data} />
            </div>
          ),
        },
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () => <DatosCuenta cuenta={data} edita={edita} />,
        },
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={data.historial} />,
        },
      ]}
    />
  )
}

function CambiarEstatus({ cuenta: { id, nombre, estatus } }: { cuenta: CuentaDetalle }) {
  const [abierto, setAbierto] = useState(false)
  const { save, saving } = useSave(contrato.estatus)
  const accion = estatus ? 'Desactivar' : 'Activar'
  async function confirm() {
    await save({ params: { id } })
    setAbierto(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAbierto(true)}>
        {accion}
      </Button>
      <Confirmar
        abierto={abierto}
        titulo={`¿${accion} ${nombre}?`}
        accion={accion}
        peligro={estatus}
        ocupado={saving}
        alConfirmar={() => void confirm()}
        alCancelar={() => setAbierto(false)}
      >
        {estatus
          ? 'Solo se puede con saldo cero. Dejará de ofrecerse; sus movimientos se conservan.'
          : 'Volverá a ofrecerse al cobrar y al pagar.'}
      </Confirmar>
    </>
  )
}

function Historial({ filas }: { filas: CuentaDetalle['historial'] }) {
  return (
    <Tabla
      titulo="Historial"
      id={({ fecha, accion }) => `${fecha}${accion}`}
      filas={filas}
      columnas={[
        { clave: 'fecha', titulo: 'Fecha', celda: ({ fecha }) => <Fecha valor={fecha} hora /> },
        { clave: 'usuario', titulo: 'Usuario', celda: ({ usuario }) => usuario },
        { clave: 'accion', titulo: 'Acción', celda: ({ accion }) => ACCIONES[accion] ?? accion },
      ]}
    />
  )
}
