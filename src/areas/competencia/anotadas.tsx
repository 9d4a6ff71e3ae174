import { formatFechaHora } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { ConBandera } from '../../web/bandera.tsx'
import { BotonConfirmar } from '../../web/crud/boton-confirmar.tsx'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { columnaHora, columnaTexto } from '../../web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha } from '../../web/crud/valores.tsx'
import { useBusqueda } from '../../web/marco/navegacion.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { columnasDiferencia, Precio } from './columnas.tsx'
import { campoMotivo, contrato, type Vista } from './contract.ts'
import { Linea } from './linea.tsx'

const precio = (
  clave: 'compra' | 'venta' | 'nuestra_compra' | 'nuestra_venta',
  titulo: string,
): Columna<Vista> => ({
  clave,
  titulo,
  alinear: 'right',
  tarjeta: clave === 'compra' || clave === 'venta' ? 'importe' : 'media',
  celda: (fila) => {
    const valor = fila[clave]
    return valor && <Precio valor={valor} precision={fila.precision} />
  },
  numero: (fila) => fila[clave],
})

const estado = ({ retirada_en, retirada_por, motivo }: Vista) =>
  retirada_en ? `Retirada por ${retirada_por}: ${motivo}` : null

const COLUMNAS: Columna<Vista>[] = [
  columnaHora('fecha', 'Vista', ({ vista_en }) => vista_en, { ancho: '10.5rem' }),
  columnaTexto('competidor', 'Competidor', ({ competidor }) => competidor, {
    principal: true,
    amplia: 'corta',
  }),
  columnaTexto('par', 'Par', ({ par }) => par, {
    celda: ({ par, imagen }) => <ConBandera imagen={imagen}>{par}</ConBandera>,
  }),
  columnaTexto('mercado', 'Mercado', ({ mercado }) => mercado, { oculta: true }),
  precio('compra', 'Compra'),
  precio('nuestra_compra', 'Nuestra compra'),
  ...columnasDiferencia<Vista>('compra'),
  precio('venta', 'Venta'),
  precio('nuestra_venta', 'Nuestra venta'),
  ...columnasDiferencia<Vista>('venta'),
  columnaTexto('usuario', 'Anotó', ({ usuario }) => usuario, { oculta: 'estrecha' }),
  columnaTexto('anotada_en', 'Anotada', ({ anotada_en }) => formatFechaHora(anotada_en), {
    oculta: true,
  }),
]

/** What became of a noted rate; who may note rates withdraws it there. */
const columnaEstado = (anota: boolean): Columna<Vista> =>
  columnaTexto('estado', 'Estado', estado, {
    celda: (fila) =>
      fila.retirada_en ? (
        <Ficha tono="neutro">{estado(fila) ?? ''}</Ficha>
      ) : (
        anota && <Retirar fila={fila} />
      ),
    tarjeta: 'cabecera',
  })

function Retirar({ fila: { id, competidor, par } }: { fila: Vista }) {
  const { save, saving } = useSave(contrato.retirar)
  return (
    <BotonConfirmar
      titulo={`¿Retirar la tasa de ${par} de ${competidor}?`}
      boton="Retirar"
      accion="Retirar tasa"
      peligro
      motivo={campoMotivo}
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id }, body: { motivo } })}
    >
      Deja de compararse. La fila queda, con su nombre y el motivo.
    </BotonConfirmar>
  )
}

const opcion = ({ id, nombre }: { id: number; nombre: string }) => [String(id), nombre] as const

/** Every rate that somebody noted, beside ours of that moment, and both as lines for one pair and competitor. */
export default function Anotadas() {
  const { data: pares = [] } = useAnswer(contrato.pares)
  const { data: otros = [] } = useAnswer(contrato.competidores)
  const [{ par_id, competidor_id }] = useBusqueda()
  const anota = usePuede('competencia:anotar')
  const filtros: FiltroDe<typeof contrato.listar>[] = [
    { tipo: 'fechas' },
    filtroDe('par_id', 'Par', pares.map(opcion)),
    filtroDe('competidor_id', 'Competidor', otros.map(opcion)),
  ]
  return (
    <Pagina
      titulo="Tasas anotadas"
      migas={[{ texto: 'Competencia', ruta: 'competencia' }]}
      acciones={anota && <BotonEnlace a="nueva-tasa-competencia">Anotar tasa</BotonEnlace>}
    >
      {par_id && competidor_id && (
        <Linea
          par_id={par_id}
          competidor_id={competidor_id}
          competidor={otros.find(({ id }) => String(id) === competidor_id)?.nombre ?? 'Competidor'}
        />
      )}
      <ListaPaginada
        lista="competencia-tasas"
        titulo="Tasas anotadas de la competencia"
        endpoint={contrato.listar}
        columnas={[...COLUMNAS, columnaEstado(anota)]}
        id={({ id }) => id}
        filtros={filtros}
        buscar="Competidor o par"
        vacio={<p>Nadie anotó tasas así. Anote la primera con «Anotar tasa».</p>}
      />
    </Pagina>
  )
}
