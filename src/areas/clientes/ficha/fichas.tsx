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

/** The level of knowledge; says too when something is lacking: an approval, or fields of the full form. */
export function NivelCliente({
  nivel,
  faltan,
  pep,
  por_aprobar,
}: Pick<ClienteResumen, 'nivel' | 'faltan' | 'pep' | 'por_aprobar'>) {
  const words = [
    nivel,
    ...(pep ? ['PEP'] : []),
    ...(por_aprobar ? ['por aprobar'] : []),
    ...(faltan.length > 0 ? ['incompleto'] : []),
  ]
  return <Ficha tono={TONO_NIVEL[nivel]}>{words.join(' · ')}</Ficha>
}

const TONO_RIESGO: Record<Riesgo, Tono> = { bajo: 'positivo', medio: 'neutro', alto: 'negativo' }

export function RiesgoCliente({ riesgo }: { riesgo: Riesgo }) {
  return <Ficha tono={TONO_RIESGO[riesgo]}>{RIESGO[riesgo]}</Ficha>
}
