import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { correr } from './procesos.ts'

/**
 * An authority of this rehearsal and a certificate of it for 127.0.0.1 in `carpeta`, as `docs/crecer.md` makes them for
 * three machines. The program's own command is not for them: it signs servers alone, and etcd's speak as clients too.
 */
export function certificar(carpeta: string): void {
  const at = (name: string) => join(carpeta, name)
  const curva = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  writeFileSync(
    at('extension'),
    'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n',
  )
  correr([
    ...['openssl', 'req', '-x509', ...curva, '-days', '3650', '-subj', '/CN=cambista-escala'],
    ...['-keyout', at('autoridad.key'), '-out', at('autoridad.crt')],
  ])
  correr([
    ...['openssl', 'req', ...curva, '-subj', '/CN=maquina'],
    ...['-keyout', at('maquina.key'), '-out', at('maquina.csr')],
  ])
  correr([
    ...['openssl', 'x509', '-req', '-in', at('maquina.csr'), '-days', '3650', '-CAcreateserial'],
    ...['-CA', at('autoridad.crt'), '-CAkey', at('autoridad.key')],
    ...['-extfile', at('extension'), '-out', at('maquina.crt')],
  ])
}
