import { formatFechaHora, formatTasa } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { ConBandera } from '../../web/bandera.tsx'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { columnaTexto } from '../../web/crud/lista/columna.tsx'
import { filtroDe } from '../../web/crud/lista/filtros.tsx'
import { Lista } from '../../web/crud/lista/lista.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha, Hace, TasaTexto } from '../../web/crud/valores.tsx'
import { useIr } from '../../web/marco/navegacion.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { columnasDiferencia, Precio } from './columnas.tsx'
import { contrato, DIAS_COMPARADOS, type Lado } from './contract.ts'

const precio = (
  clave: 'compra' | 'venta',
  titulo: string,
  mejor: 'mejor_compra' | 'mejor_venta',
): Columna<Lado> => ({
  clave,
  titulo,
  alinear: 'right',
  tarjeta: 'importe',
  celda: (fila) => <Precio valor={fila[clave]} precision={fila.precision} mejor={fila[mejor]} />,
  // A phone has no room for the word twice: the best price is the one in green, and its page says it.
  menudo: (fila) =>
    fila[mejor] ? (
      <Ficha tono="positivo">{formatTasa(fila[clave], fila.precision)}</Ficha>
    ) : (
      <TasaTexto tasa={fila[clave]} precision={fila.precision} />
    ),
  numero: (fila) => fila[clave],
})

const mejorEn = ({ mejor_compra, mejor_venta }: Lado) =>
  [mejor_compra && 'compra', mejor_venta && 'venta'].filter(Boolean).join(' y ') || null

const COLUMNAS: Columna<Lado>[] = [
  columnaTexto('par', 'Par', ({ par }) => par, {
    celda: ({ par, imagen }) => <ConBandera imagen={imagen}>{par}</ConBandera>,
  }),
  columnaTexto('mercado', 'Mercado', ({ mercado }) => mercado, { tarjeta: 'media' }),
  columnaTexto('competidor', 'Quién', ({ competidor }) => competidor, {
    celda: ({ competidor, competidor_id }) =>
      competidor_id === null ? <b>{competidor}</b> : competidor,
    principal: true,
  }),
  precio('compra', 'Compra', 'mejor_compra'),
  ...columnasDiferencia<Lado>('compra'),
  precio('venta', 'Venta', 'mejor_venta'),
  ...columnasDiferencia<Lado>('venta'),
  columnaTexto('mejor', 'Mejor en', mejorEn, { oculta: true }),
  columnaTexto('usuario', 'Anotó', ({ usuario }) => usuario, { oculta: true }),
  columnaTexto('vista_en', 'Vista', ({ vista_en }) => formatFechaHora(vista_en), {
    tarjeta: 'media',
    celda: ({ vista_en, vieja }) => (
      <span className="junto">
        <Hace momento={vista_en} />
        {vieja && <Ficha tono="aviso">Vieja</Ficha>}
      </span>
    ),
  }),
]

/** What each competitor published last, beside our own published prices, pair by pair. */
export default function Comparacion() {
  const { data, error, refetch } = useAnswer(contrato.comparar)
  const anota = usePuede('competencia:anotar')
  const ir = useIr()
  const rows = data ?? []
  const pares = new Map(
    rows.map(({ par_id, par, mercado }) => [String(par_id), `${par} · ${mercado}`]),
  )
  const otros = new Map(
    rows.flatMap(({ competidor_id: id, competidor }) => (id ? [[String(id), competidor]] : [])),
  )
  return (
    <Pagina
      titulo="Competencia"
      nota={`Lo último que publicó cada uno en ${DIAS_COMPARADOS} días. «Mejor» es quien más paga o menos cobra al cliente; lo viejo no cuenta. Es información: no cambia ningún precio.`}
      acciones={
        <>
          {anota && <BotonEnlace a="nueva-tasa-competencia">Anotar tasa</BotonEnlace>}
          <BotonEnlace a="tasas-competencia" variant="default">
            Tasas anotadas
          </BotonEnlace>
          <BotonEnlace a="competidores" variant="default">
            Competidores
          </BotonEnlace>
        </>
      }
    >
      <Lista<Lado>
        lista="competencia"
        titulo="Comparación con la competencia"
        columnas={COLUMNAS}
        filas={data}
        id={({ par_id, competidor_id }) => `${par_id} ${competidor_id ?? 'nosotros'}`}
        abrir={({ par_id, competidor_id }) =>
          ir(
            'tasas-competencia',
            {},
            {
              par_id: String(par_id),
              ...(competidor_id && { competidor_id: String(competidor_id) }),
            },
          )
        }
        nombreFila={({ par, competidor }) => `las tasas de ${par} de ${competidor}`}
        filtros={[filtroDe('par_id', 'Par', pares), filtroDe('competidor_id', 'Quién', otros)]}
        pasa={(fila, { par_id, competidor_id }) =>
          (!par_id || String(fila.par_id) === par_id) &&
          (!competidor_id ||
            fila.competidor_id === null ||
            String(fila.competidor_id) === competidor_id)
        }
        textos={({ par, mercado, competidor }) => [par, mercado, competidor]}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <p>
            Nadie anotó tasas de la competencia en estos días. Anote la primera con «Anotar tasa».
          </p>
        }
      />
    </Pagina>
  )
}
