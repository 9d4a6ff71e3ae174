import { NativeSelect, TextInput } from '@mantine/core'
import type { AnswerOf } from '../../core/contract.ts'
import { decimalesDeLado } from '../../core/dinero/cotizador.ts'
import { nombreTasa } from '../../core/dinero/tramos.ts'
import { formatHora, formatTasa } from '../../core/formato.ts'
import { Bandera } from '../../web/bandera.tsx'
import { DecimalInput } from '../../web/crud/formulario/decimal-input.tsx'
import { quieto } from '../../web/crud/quieto.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import type { contrato as tipos } from '../tipos-cambios/contract.ts'
import classes from './calculadora.module.css'
import type { useConversion } from './use-conversion.tsx'

type TramoCotizado = AnswerOf<typeof tipos.divisas>['tramos'][number]
export type Estado = ReturnType<typeof useConversion>

/** The country and the two currencies. */
export function Corredor(estado: Estado) {
  const { lista, paises, pais, de, a, base, cotizacion } = estado
  return (
    <>
      {paises.length > 1 && (
        <NativeSelect
          label="País de origen"
          value={pais}
          onChange={({ currentTarget }) => estado.elegirPais(currentTarget.value)}
          data={paises.map(({ id, nombre }) => ({ value: id, label: nombre }))}
        />
      )}
      <div className={classes.par}>
        <Moneda
          titulo="Moneda a Enviar"
          lista={lista}
          valor={base}
          elegida={de}
          alElegir={(id) => id !== null && estado.elegirBase(id)}
        />
        <Moneda
          titulo="Moneda a Recibir"
          lista={lista.filter(({ id }) => id !== base)}
          valor={cotizacion}
          elegida={a}
          vacia="Elija…"
          alElegir={estado.elegirCotizacion}
        />
      </div>
    </>
  )
}

const Moneda = quieto(function Moneda(props: {
  titulo: string
  lista: readonly MonedaActiva[]
  valor: number | null
  elegida: MonedaActiva | undefined
  /** Label of the empty option; without it a value is always selected. */
  vacia?: string
  alElegir: (id: number | null) => void
}) {
  const { titulo, lista, valor, elegida, vacia, alElegir } = props
  return (
    <NativeSelect
      label={titulo}
      leftSection={<Bandera imagen={elegida?.imagen ?? null} />}
      leftSectionWidth={40}
      value={valor ?? ''}
      onChange={({ currentTarget }) => alElegir(Number(currentTarget.value) || null)}
    >
      {vacia && <option value="">{vacia}</option>}
      {lista.map(({ id, iso, nombre }) => (
        <option key={id} value={id}>
          {iso} · {nombre}
        </option>
      ))}
    </NativeSelect>
  )
})

/** Both amounts, the rate between them, and until when it holds. */
export function Montos(estado: Estado) {
  const { de, a, tasa, varios, vigencia, envia, recibe, error, lado, escribir } = estado
  const message = (side: typeof lado) => (lado === side && error ? error : undefined)
  return (
    <>
      <div className={classes.montos}>
        <DecimalInput
          data-autofocus
          label={`Monto a Enviar (${de?.simbolo ?? ''})`}
          leftSection={<span className="simbolo">{de?.simbolo}</span>}
          leftSectionWidth={48}
          decimales={de?.decimales ?? 2}
          value={envia}
          error={message('envia')}
          onChange={(valor) => escribir('envia', valor)}
        />
        <TextInput
          readOnly
          label="Tasa"
          classNames={{ input: classes.tasa }}
          leftSection={tasa && <Metodo metodo={tasa.metodo_calculo} />}
          value={tasa?.tasa ? formatTasa(tasa.tasa, tasa.precision) : ''}
        />
        <DecimalInput
          label="Total a Recibir"
          disabled={!a}
          leftSection={<span className="simbolo">{a?.simbolo}</span>}
          leftSectionWidth={48}
          decimales={a ? decimalesDeLado('recibe', a) : 2}
          value={recibe}
          error={message('recibe')}
          onChange={(valor) => escribir('recibe', valor)}
        />
      </div>
      {tasa?.valida_hasta && (
        <p className={classes.vigencia}>{enPalabras(tasa, varios, vigencia)}</p>
      )}
    </>
  )
}

/** `Tasa mayorista · válida hasta 10:35 · faltan 12 min`; the segment is named only where there are several. */
function enPalabras(
  { segmento, valida_hasta }: TramoCotizado,
  varios: boolean,
  { cotizada, vencida, falta }: Estado['vigencia'],
): string {
  const name = varios ? `T${nombreTasa(segmento).slice(1)} · ` : ''
  const until = formatHora(cotizada?.hasta ?? valida_hasta)
  const said = vencida ? `Venció a las ${until}` : `Válida hasta ${until} · ${falta}`
  return name ? `${name}${said.charAt(0).toLowerCase()}${said.slice(1)}` : said
}

function Metodo({ metodo }: { metodo: 'm' | 'd' }) {
  return (
    <span className="simbolo" aria-hidden="true">
      {metodo === 'm' ? '×' : '÷'}
    </span>
  )
}
