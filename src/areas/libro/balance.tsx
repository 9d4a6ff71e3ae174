import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { type FiltroDe, filtroDe, useFiltrado } from '../../web/crud/lista/filtros.tsx'
import { Lista } from '../../web/crud/lista/lista.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Reserva } from '../../web/crud/totales/reserva.tsx'
import { Ficha, Monto } from '../../web/crud/valores.tsx'
import { useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { COLUMNAS_BALANCE } from './columnas.tsx'
import { contrato, type FilaBalance, type TotalBalance } from './contract.ts'
import { useLibroEnVivo } from './en-vivo.tsx'
import { Exportar } from './exportar.tsx'
import { CLASES } from './palabras.ts'

/** The trial balance between two days: every account that moved or has a balance, and the total of each currency. */
export default function Balance() {
  const [{ desde, hasta }] = useBusqueda()
  const {
    clase: _,
    moneda: _m,
    buscar: _b,
    ...query
  } = useFiltrado(contrato.balance) as Record<string, string | undefined>
  const { data, error, refetch } = useAnswer(contrato.balance, { query }, { conserva: true })
  const exporta = usePuede('libro:exportar')
  const ir = useIr()
  useLibroEnVivo()
  const monedas = data?.totales.map(({ moneda }) => moneda.iso) ?? []
  const filtros = [
    { tipo: 'fechas' } as const satisfies FiltroDe<typeof contrato.balance>,
    filtroDe('clase', 'Clase', CLASES),
    filtroDe(
      'moneda',
      'Moneda',
      monedas.map((iso) => [iso, iso]),
    ),
  ]
  return (
    <Pagina
      titulo="Balance de comprobación"
      nota="Cada cuenta abre su mayor. H: saldo en el haber."
      acciones={
        <>
          <BotonEnlace a="libro-diario" variant="default">
            Ver diario
          </BotonEnlace>
          {exporta && <Exportar />}
        </>
      }
    >
      <Reserva clave="balance" hay={Boolean(data)}>
        {data && data.totales.length > 0 && <Totales totales={data.totales} />}
      </Reserva>
      <Lista<FilaBalance>
        lista="balance-comprobacion"
        titulo="Balance de comprobación"
        columnas={COLUMNAS_BALANCE}
        filas={data?.filas}
        id={({ id }) => id}
        abrir={({ id }) => ir('libro-diario', {}, { cuenta_id: String(id), desde, hasta })}
        nombreFila={({ nombre }) => `el mayor de ${nombre}`}
        filtros={filtros}
        pasa={({ clase, moneda }, busqueda) =>
          (!busqueda.clase || busqueda.clase === clase) &&
          (!busqueda.moneda || busqueda.moneda === moneda.iso)
        }
        textos={({ nombre, codigo }) => [nombre, codigo]}
        error={error}
        reintentar={() => void refetch()}
        vacio={<p>El libro está vacío: empieza con el primer saldo u operación.</p>}
      />
    </Pagina>
  )
}

/** Debits and credits of each currency, and whether its accounts sum to zero. */
function Totales({ totales }: { totales: readonly TotalBalance[] }) {
  return (
    <ul className="tira" aria-label="Totales por moneda">
      {totales.map(({ moneda, debe, haber, final }) => (
        <li key={moneda.iso}>
          <span>
            {moneda.iso}{' '}
            {Number(final) === 0 && debe === haber ? (
              <Ficha tono="positivo">Cuadra</Ficha>
            ) : (
              <Ficha tono="negativo">No cuadra</Ficha>
            )}
          </span>
          <span>
            Debe <Monto valor={debe} moneda={moneda} />
          </span>
          <span>
            Haber <Monto valor={haber} moneda={moneda} />
          </span>
        </li>
      ))}
    </ul>
  )
}
