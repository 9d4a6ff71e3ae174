import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { DatosDe, Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { pestanaHistorial } from '../../../web/crud/pagina/pestana-historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Estatus, Ficha, Hace, TasaTexto } from '../../../web/crud/valores.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { campos, contrato, type Par } from '../contract.ts'
import { nombrePar } from '../edicion/borrador.ts'
import { PublicarPar } from '../edicion/publicar-par.tsx'
import { FuentePar } from '../fuentes/fuente.tsx'
import { DatosPar } from './datos-par.tsx'
import { Dependientes } from './dependientes.tsx'
import { Historico } from './historico.tsx'

export const empieza: Empieza = { fila: contrato.obtener }

/** One pair: prices, history, dependent rates and data. */
export default function DetallePar() {
  return <UnaFila endpoint={contrato.obtener}>{(par) => <Hoja par={par} />}</UnaFila>
}

function Hoja({ par: data }: { par: Par }) {
  const edita = usePuede('pares-divisas:editar')
  const publica = usePuede('pares-divisas:publicar')
  const tasas = usePuede('tipos-cambios:ver')
  const deshace = usePuede('tipos-cambios:publicar')
  return (
    <Detalle
      titulo={nombrePar(data)}
      migas={[{ texto: 'Pares de divisas', ruta: 'pares-divisas' }, { texto: data.pais_nombre }]}
      estado={
        <>
          <Estatus activo={data.estatus} />
          {data.rancio && <Ficha tono="aviso">Sin confirmar</Ficha>}
        </>
      }
      nota={
        <>
          Compramos a <TasaTexto tasa={data.compra} precision={data.precision} /> y vendemos a{' '}
          <TasaTexto tasa={data.venta} precision={data.precision} /> ·{' '}
          <Hace momento={data.actualizado_en} />
          {data.actualizado_por && `, ${data.actualizado_por}`}{' '}
          <Duda en="tasas#tramos-y-edad-de-una-tasa" sobre="edad de un precio" />
        </>
      }
      acciones={
        <>
          {deshace && (
            <BotonEnlace a="deshacer-par" params={{ id: data.id }} variant="default">
              Deshacer
            </BotonEnlace>
          )}
          {edita && <CambiarEstatus par={data} />}
        </>
      }
      pestanas={[
        {
          clave: 'precios',
          titulo: 'Precios',
          contenido: () => (
            <div className="pila">
              {publica && <PublicarPar key={data.id} par={data} />}
              <Historico par={data} />
            </div>
          ),
        },
        ...(tasas
          ? [
              {
                clave: 'tasas',
                titulo: `Tipos de cambio (${data.dependientes})`,
                contenido: () => <Dependientes par={data} />,
              },
            ]
          : []),
        { clave: 'fuente', titulo: 'Fuente', contenido: () => <FuentePar par={data} /> },
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () =>
            edita ? <DatosPar par={data} /> : <DatosDe campos={campos} fila={data} />,
        },
        pestanaHistorial({ endpoint: contrato.historial, id: data.id }),
      ]}
    />
  )
}

function CambiarEstatus({ par }: { par: Par }) {
  const { save, saving } = useSave(contrato.estatus)
  const accion = par.estatus ? 'Desactivar' : 'Activar'
  async function confirm() {
    await save({ params: { id: par.id } })
    return true
  }
  return (
    <BotonConfirmar
      titulo={`¿${accion} ${nombrePar(par)}?`}
      accion={accion}
      peligro={par.estatus}
      ocupado={saving}
      alConfirmar={confirm}
    >
      {par.estatus
        ? 'Solo se puede si ninguna tasa automática activa depende de él. Su histórico se conserva.'
        : 'Volverá a ofrecerse para derivar tasas.'}
    </BotonConfirmar>
  )
}
