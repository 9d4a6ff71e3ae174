import { type Paquete, paquetes } from './candado.ts'
import { OTROS } from './otros.ts'

interface Componente {
  type: 'library' | 'data'
  'bom-ref': string
  name: string
  version: string
  scope?: 'required' | 'optional' | 'excluded'
  purl?: string
  hashes?: { alg: 'SHA-512'; content: string }[]
  licenses?: [{ expression: string }]
  description?: string
}

const purlDe = ({ name, version }: Paquete) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function componente(paquete: Paquete): Componente {
  const { name, version, integrity, license, dev, optional } = paquete
  const purl = purlDe(paquete)
  return {
    type: 'library',
    'bom-ref': purl,
    ...{ name, version },
    // Tools of developers are installed and not part of what runs.
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    purl,
    ...(integrity && {
      hashes: [
        {
          alg: 'SHA-512',
          content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
        },
      ],
    }),
    ...(license && { licenses: [{ expression: license }] }),
  }
}

/**
 * The bill of materials as CycloneDX 1.6, out of the lock file alone: the same file at every run, without number or
 * instant of its own.
 */
export function sbom(version: string, all: readonly Paquete[] = paquetes()) {
  const byRef = new Map(all.map((paquete) => [purlDe(paquete), componente(paquete)]))
  const others = OTROS.map((otro): Componente => {
    const { nombre: name, version: v, licencia, donde: description } = otro
    const type = description.startsWith('src/') ? 'data' : 'library'
    const ref = `cambista:${name}@${v}`
    return {
      type,
      'bom-ref': ref,
      name,
      version: v,
      licenses: [{ expression: licencia }],
      description,
    }
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `cambista@${version}`,
        name: 'cambista',
        version,
      },
    },
    components: [...byRef.values(), ...others],
  }
}
