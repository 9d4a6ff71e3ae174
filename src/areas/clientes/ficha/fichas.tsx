import { Ficha, type Tono } from '../../../web/crud/valores.tsx'
import { type ClienteResumen, ESTADOS, type Estado, RIESGO } from '../contract.ts'
import type { Nivel, Riesgo } from '../rules.ts'

const TONO_ESTADO: Record<Estado, Tono> = {
  activo: 'positivo',
  observado: 'aviso',
  bloqueado: 'negativo',
  inactivo: 'neutro',
}

export function EstadoCliente({ estado }: { estado: Estado }) {
  return <Ficha tono={TONO_ESTADO[estado]}>{ESTADOS[estado]}</Ficha>
}

const TONO_NIVEL: Record<Nivel, Tono> = { N0: 'neutro', N1: 'info', N2: 'positivo', N3: 'aviso' }

/** What the house knows of a client at each level, in one word. */
const PALABRA_NIVEL: Record<Nivel, string> = {
  N0: 'N0 mínimo',
  N1: 'N1 básico',
  N2: 'N2 ampliado',
  N3: 'N3 reforzado',
}

/**
 * Badge with the level of knowledge; it also reports a missing approval or missing fields. `breve`: by its sign alone.
 */
export function NivelCliente({
  nivel,
  faltan,
  pep,
  por_aprobar,
  breve = false,
}: Pick<ClienteResumen, 'nivel' | 'faltan' | 'pep' | 'por_aprobar'> & { breve?: boolean }) {
  const words = [
    breve ? nivel : PALABRA_NIVEL[nivel],
    ...(pep ? ['PEP'] : []),
    ...(por_aprobar ? ['por aprobar'] : []),
    ...(faltan.length > 0 ? ['faltan datos'] : []),
  ]
  return <Ficha tono={TONO_NIVEL[nivel]}>{words.join(' · ')}</Ficha>
}

const TONO_RIESGO: Record<Riesgo, Tono> = { bajo: 'positivo', medio: 'neutro', alto: 'negativo' }

export function RiesgoCliente({ riesgo }: { riesgo: Riesgo }) {
  return <Ficha tono={TONO_RIESGO[riesgo]}>{RIESGO[riesgo]}</Ficha>
}
