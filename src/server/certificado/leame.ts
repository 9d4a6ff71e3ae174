import { join } from 'node:path'
import { ARCHIVOS, type Hecho } from './hecho.ts'

const dia = (instant: Date) => instant.toISOString().slice(0, 10)

/** What to set so that the program uses the certificate, a line each. */
export const variables = ({ carpeta }: Pick<Hecho, 'carpeta'>) => [
  'HOST=0.0.0.0',
  `CAMBISTA_CERTIFICADO=${join(carpeta, ARCHIVOS.cert)}`,
  `CAMBISTA_CERTIFICADO_LLAVE=${join(carpeta, ARCHIVOS.key)}`,
]

/** What lies beside the certificates, for whoever installs them on the tills. */
export function leame(hecho: Hecho): string {
  const { publico, autoridad } = ARCHIVOS
  return `El certificado de Cambista
==========================

Sirve para: ${hecho.nombres.join(', ')}
Vence:      ${dia(hecho.vence)}
Huella de la autoridad (SHA-256), para compararla en cada caja:
  ${hecho.huella}

1. En el equipo del programa
----------------------------

Inicie Cambista con estas variables:

${variables(hecho)
  .map((line) => `  ${line}`)
  .join('\n')}

Los nombres que no sean los del propio equipo van además en CAMBISTA_NOMBRES, separados por comas.

Para renovarlo, cada año: npm run certificado. El programa lo toma solo, y en las cajas no hay que hacer nada.

2. En cada caja, una sola vez
-----------------------------

Lleve a la caja el archivo «${publico}» (no es secreto) e instálelo como autoridad de confianza:

- Windows (Chrome, Edge): abra el archivo, «Instalar certificado», «Equipo local», «Colocar todos los certificados en el
  siguiente almacén», «Entidades de certificación raíz de confianza». O, en una consola de administrador:
  certutil -addstore -f Root ${publico}
- macOS (Safari, Chrome): ábralo con Acceso a Llaveros, en «Sistema»; luego, en el certificado, «Confiar»,
  «Confiar siempre». O: sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ${publico}
- Linux, Chrome o Chromium (paquete libnss3-tools):
  certutil -d sql:$HOME/.pki/nssdb -A -t "C,," -n Cambista -i ${publico}
- Firefox: en Windows y macOS toma las del sistema. En Linux: Ajustes, Privacidad y seguridad, Certificados, «Ver
  certificados», Autoridades, «Importar», «Confiar en esta CA para identificar sitios web».
- Android: Ajustes, Seguridad, Cifrado y credenciales, Instalar un certificado, «Certificado de CA».
- iPhone, iPad: abra el archivo, instale el perfil en Ajustes; luego Ajustes, General, Información, «Ajustes de confianza
  de los certificados», y actívelo.

Abra después https://${hecho.nombres[0]}:3000 (con el puerto de PORT). Si el navegador avisa, no siga: la caja no tiene
instalado este archivo, o abrió un nombre que no está arriba. Como el programa pide https para siempre (HSTS), el navegador
no ofrece seguir de todos modos.

3. Lo que no sale de aquí
-------------------------

«${autoridad}» puede hacer certificados de esta casa, y de ningún otro sitio de Internet. No la copie a las cajas. Si
alguien la tuvo, haga otra con --otra-autoridad, instálela en cada caja y quite la anterior.
`
}
