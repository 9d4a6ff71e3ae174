import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { isDecimal } from '../../core/dinero/decimal.ts'
import type { DeclaracionFondos } from '../../core/documento/declaracion.ts'
import { formatDecimal, formatHora } from '../../core/formato.ts'
import type { ApiError } from '../api/http.ts'
import { Confirmar } from '../crud/dialogo.tsx'
import { Modal } from '../crud/modal.tsx'
import { parte } from '../sin-linea/parte.tsx'
import { EnlaceDocumento } from './documento.tsx'
import classes from './rechazo.module.css'

// Brings the rules of its fields, which most operations do without.
const DeclaracionDialogo = parte(() => import('./declaracion-dialogo.tsx'))

/** Answers to the question of a refusal, sent with the next attempt. */
export interface Respuesta {
  confirmo_duplicado?: boolean
  declaracion?: DeclaracionFondos
}

interface Props {
  error: ApiError | null
  clear: () => void
  /** Sends again with the answer to the question. */
  repetir: (more: Respuesta) => void
  /** Sends again with the rate that was quoted, while its lock lasts. */
  mantener: (vieja: { historico_id: number; tasa: string }) => void
  /** Names of the two amounts. */
  palabras: { monto: string; contravalor: string }
}

/** Refusals because of the client, and who can resolve them on the client's page. */
const CLIENTE = {
  APROBACION_CLIENTE: {
    titulo: 'Falta la aprobación de cumplimiento',
    ayuda:
      'Pídala al oficial de cumplimiento, que la da en la ficha: esta operación se queda como está.',
  },
  CLIENTE_OBSERVADO: {
    titulo: 'Cliente observado',
    ayuda:
      'Avise al oficial de cumplimiento, que lo resuelve en la ficha: esta operación se queda como está.',
  },
  DOCUMENTO_VENCIDO: {
    titulo: 'Documento vencido',
    ayuda:
      'Escriba en la ficha el vencimiento del documento nuevo: esta operación se queda como está.',
  },
}

/** Whether the dialog says the sentence of this refusal: it is then not said in a notice beside it too. */
export function esPregunta({ body: { codigo = '', detalle } }: ApiError): boolean {
  if (codigo === 'IDENTIFICACION_REQUERIDA') return Boolean(detalle?.cliente_id)
  return codigo in CLIENTE || codigo === 'DECLARACION_REQUERIDA'
}

/** Dialog for refusals that ask a question; the others are shown beside the buttons. */
export function Rechazo(props: Props) {
  const { error, clear, repetir } = props
  const { codigo, detalle = {} } = error?.body ?? {}
  if (codigo === 'TASA_CAMBIO') return <TasaCambio {...props} detalle={detalle} />
  if (codigo === 'DOBLE_OPERACION') {
    return (
      <Confirmar
        abierto
        titulo="¿Es otra operación?"
        accion="Sí, registrar otra"
        cancelar="No, volver"
        alConfirmar={() => repetir({ confirmo_duplicado: true })}
        alCancelar={clear}
      >
        {error?.message}
      </Confirmar>
    )
  }
  if (codigo === 'DECLARACION_REQUERIDA') {
    return (
      <Suspense>
        <DeclaracionDialogo
          mensaje={error?.message ?? ''}
          origen={String(detalle.origen_fondos ?? '')}
          cerrar={clear}
          declarar={(declaracion) => repetir({ declaracion })}
        />
      </Suspense>
    )
  }
  if (codigo === 'REFERENCIA_REPETIDA') {
    return (
      <Modal opened onClose={clear} title="Referencia repetida" size="sm">
        <div className={classes.faltan}>
          <p>{error?.message}</p>
          <p>Un número de operación paga una sola vez. Revise el que escribió.</p>
          <div className="fila">
            <Button data-autofocus onClick={clear}>
              Corregir
            </Button>
            <EnlaceDocumento detalle={detalle} />
          </div>
        </div>
      </Modal>
    )
  }
  const espera = codigo && codigo in CLIENTE ? CLIENTE[codigo as keyof typeof CLIENTE] : undefined
  if (espera) {
    return (
      <Modal opened onClose={clear} title={espera.titulo} size="sm">
        <div className={classes.faltan}>
          <p>{error?.message}</p>
          <p>{espera.ayuda}</p>
          <VerCliente id={detalle.cliente_id} cerrar={clear}>
            Ver la ficha
          </VerCliente>
        </div>
      </Modal>
    )
  }
  if (codigo === 'IDENTIFICACION_REQUERIDA' && detalle.cliente_id) {
    return <FaltanDatos cerrar={clear} frase={error?.message ?? ''} detalle={detalle} />
  }
  return null
}

/** The refusal with the client's data that are missing as a list, and a link to where they are filled in. */
function FaltanDatos({
  cerrar,
  frase,
  detalle,
}: {
  cerrar: () => void
  /** Ends in the data that are missing. */
  frase: string
  detalle: Record<string, unknown>
}) {
  const faltan = String(detalle.faltan ?? '')
  return (
    <Modal opened onClose={cerrar} title="Faltan datos del cliente" size="sm">
      <div className={classes.faltan}>
        <p>{frase.slice(0, frase.lastIndexOf(faltan))}</p>
        <ul className="puntos">
          {faltan.split(', ').map((dato) => (
            <li key={dato}>{dato}</li>
          ))}
        </ul>
        <p>Complételos en otra pestaña: esta operación se queda como está.</p>
        <VerCliente id={detalle.cliente_id} cerrar={cerrar}>
          Completar datos
        </VerCliente>
      </div>
    </Modal>
  )
}

/** Buttons that open the client's page in another tab, or go back. */
function VerCliente(props: { id: unknown; cerrar: () => void; children: string }) {
  return (
    <div className="fila">
      <Button
        component="a"
        data-autofocus
        href={`/clientes/detalle/${String(props.id)}`}
        target="_blank"
        rel="noreferrer"
      >
        {props.children}
      </Button>
      <Button variant="default" onClick={props.cerrar}>
        Volver
      </Button>
    </div>
  )
}

/** The rate changed between quote and save: shows both amounts, and the choice while the quote is still valid. */
function TasaCambio({
  clear,
  mantener,
  palabras,
  detalle,
}: Props & { detalle: Record<string, unknown> }) {
  const text = (key: string) => String(detalle[key] ?? '')
  const until = detalle.bloqueada_hasta ? text('bloqueada_hasta') : null
  return (
    <Modal opened onClose={clear} title="La tasa cambió" size="md">
      <table className={classes.comparacion}>
        <thead>
          <tr>
            <td />
            <th scope="col">Cotizada</th>
            <th scope="col">Nueva</th>
          </tr>
        </thead>
        <tbody>
          {(['tasa', 'monto', 'contravalor'] as const).map((key) => (
            <tr key={key}>
              <th scope="row">{key === 'tasa' ? 'Tasa' : palabras[key]}</th>
              <td>{cifra(text(`${key}_anterior`))}</td>
              <td>{cifra(text(key === 'tasa' ? 'tasa_nueva' : `${key}_nuevo`))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="fila">
        <Button data-autofocus onClick={clear}>
          Usar la tasa nueva
        </Button>
        {until && (
          <Button
            variant="default"
            onClick={() =>
              mantener({
                historico_id: Number(detalle.historico_anterior),
                tasa: text('tasa_anterior'),
              })
            }
          >
            {`Mantener la cotizada (hasta ${formatHora(until)})`}
          </Button>
        )}
      </div>
    </Modal>
  )
}

/** A number with thousands separators and its original decimals. */
function cifra(text: string): string {
  return isDecimal(text) ? formatDecimal(text, text.split('.')[1]?.length ?? 0) : text
}
