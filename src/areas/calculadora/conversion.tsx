import { NativeSelect, TextInput } from '@mantine/core'
import type { AnswerOf } from '../../core/contract.ts'
import { formatHora, formatMonto, formatTasa } from '../../core/formato.ts'
import { SEGMENTOS } from '../../core/tramos.ts'
import { Bandera } from '../../web/bandera.tsx'
import { DecimalInput } from '../../web/crud/decimal-input.tsx'
import { Fallo } from '../../web/crud/lista.tsx'
import { Ficha } from '../../web/crud/valores.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import type { contrato as tipos } from '../tipos-cambios/contract.ts'
import classes from './calculadora.module.css'
import { Copiar } from './copiar.tsx'
import { Tarjetas } from './tarjetas.tsx'
import { useConversion } from './use-conversion.tsx'

type TramoCotizado = AnswerOf<typeof tipos.divisas>['tramos'][number]
type Estado = ReturnType<typeof useConversion>

/** What the calculator's window holds: type on either side, the other follows. */
export function Conversion() {
  const estado = useConversion()
  const { lista, fallo, reintentar, de, a, base, cotizacion } = estado
  if (fallo) return <Fallo error={fallo} reintentar={reintentar} />
  return (
    <div className={classes.conversion}>
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
      <Montos {...estado} />
      <Frase {...estado} />
      <Tarjetas
        pares={estado.tarjetas}
        total={estado.error && estado.lado === 'recibe' ? null : estado.recibe}
      />
    </div>
  )
}

function Moneda(props: {
  titulo: string
  lista: readonly MonedaActiva[]
  valor: number | null
  elegida: MonedaActiva | undefined
  /** Words of choosing nothing; without them something is always chosen. */
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
}

function Montos({ de, a, tasa, varios, envia, recibe, error, lado, escribir }: Estado) {
  const message = (side: typeof lado) => (lado === side && error ? error : undefined)
  return (
    <div className={classes.montos}>
      <DecimalInput
        data-autofocus
        label={`Monto a Enviar (${de?.simbolo ?? ''})`}
        leftSection={<span className={classes.simbolo}>{de?.simbolo}</span>}
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
        value={tasa ? formatTasa(tasa.tasa, tasa.precision) : ''}
        description={tasa ? vigencia(tasa, varios) : ' '}
      />
      <DecimalInput
        label="Total a Recibir"
        disabled={!a}
        leftSection={<span className={classes.simbolo}>{a?.simbolo}</span>}
        leftSectionWidth={48}
        decimales={a?.decimales ?? 2}
        value={recibe}
        error={message('recibe')}
        onChange={(valor) => escribir('recibe', valor)}
      />
    </div>
  )
}

/** `Mayorista · válida hasta 10:35`; the segment only where there are several. */
function vigencia({ segmento, valida_hasta }: TramoCotizado, varios: boolean): string {
  const until = formatHora(valida_hasta)
  return varios ? `${SEGMENTOS[segmento]} · válida hasta ${until}` : `Válida hasta ${until}`
}

function Metodo({ metodo }: { metodo: 'm' | 'd' }) {
  return (
    <span className={classes.simbolo} aria-hidden="true">
      {metodo === 'm' ? '×' : '÷'}
    </span>
  )
}

/** Both amounts in words, for whoever hears them and for a message to the client. */
function Frase({ de, a, tasa, envia, recibe, error }: Estado) {
  const whole = de && a && tasa && envia && recibe && !error
  const text = whole ? `Envía ${formatMonto(envia, de)} y recibe ${formatMonto(recibe, a)}` : ''
  return (
    <div className={classes.frase}>
      <p role="status">{text}</p>
      {tasa?.rancia && <Ficha tono="aviso">Tasa sin confirmar hoy</Ficha>}
      {whole && <Copiar texto={`${text}. Tasa: ${formatTasa(tasa.tasa, tasa.precision)}`} />}
    </div>
  )
}
