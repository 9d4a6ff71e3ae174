/**
 * Minimum length of a password, in characters. The rules (R-77, after NIST SP 800-63B): a password is long enough, does
 * not contain names of its owner or the house, and is not a common one. There are no rules on kinds of characters,
 * because such rules make passwords worse.
 */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** The length that the screens advise, in characters. */
export const PASSWORD_ACONSEJADO = 15

/** Words that are common in passwords in Peru; a number after the word does not make it harder to guess. */
const PALABRAS = new Set(
  `contrasena clave claves secreto secreta bienvenido bienvenida bienvenidos hola holahola holamundo administrador
  administradora administracion admin gerente gerencia cajero cajera caja usuario temporal sistema sistemas oficina
  empresa negocio dinero moneda monedas dolar dolares soles euros cambio divisas remesas casadecambio peru peruano
  peruana lima arequipa cusco trujillo callao miperu venezuela colombia ecuador chile bolivia amor amores teamo
  tequiero mivida miamor corazon princesa bonita hermosa familia mifamilia jesus dios diosesamor jesucristo
  alianzalima universitario cristal futbol barcelona madrid estrella mariposa enero febrero marzo abril mayo junio
  julio agosto septiembre setiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
  verano invierno primavera otono navidad felicidad libertad amistad siempre cambiame cambiar nueva nuevo prueba
  pruebas qwerty asdfgh password welcome letmein`.split(/\s+/),
)

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

const letters = (text: string) =>
  plain(text)
    .replace(/[0-9@$!]/g, (sign) => LEET[sign] ?? sign)
    .replace(/[^a-z]/g, '')

/** The word inside a password, without the numbers and signs that people add: `P@ssw0rd-2025` → `password`. */
export function raiz(password: string): string {
  return letters(plain(password).replace(/^[^a-z]+|[^a-z]+$/g, ''))
}

/** Splits names, user names and e-mail addresses into words and returns those of at least four letters. */
function palabrasDe(contexto: readonly string[]): string[] {
  const words = contexto.flatMap((text) => plain(text.split('@')[0] ?? '').split(/[^a-z0-9]+/))
  return words.map(letters).filter((word) => word.length >= 4)
}

/** Words that any house may have in its name: they are no secret of this one. */
const DEL_RAMO = new Set(
  `casa casas cambio cambios divisa divisas dolar dolares soles moneda monedas dinero remesas envios giros money
  exchange empresa empresas grupo inversiones negocios servicios corporacion peru lima eirl para`.split(
    /\s+/,
  ),
)

/** What a password must not be made of, because whoever knows the house tries it first. */
export interface Contexto {
  /** The owner's names, user name and e-mail address. */
  propio: readonly string[]
  /** The house's name. */
  casa?: string
  ruc?: string
  /** The names and user names of the others who work in the house. */
  gente?: readonly string[]
}

/**
 * Whether a password has one of these words in it. A word of four letters counts alone only: inside longer ones it is
 * there by chance.
 */
function tiene(password: string, words: readonly string[]): boolean {
  const all = letters(password)
  const alone = new Set(
    plain(password)
      .split(/[\s_.,;:/-]+/)
      .map(letters),
  )
  return words.some((word) => (word.length > 4 ? all.includes(word) : alone.has(word)))
}

/** What is wrong with the words of a password; null when nothing is. */
function faltaDeContexto(password: string, { propio, casa = '', ruc = '', gente = [] }: Contexto) {
  const all = letters(password)
  if (['cambista', ...palabrasDe(propio)].some((word) => all.includes(word))) {
    return 'No use en la contraseña su nombre, su usuario, su correo ni «Cambista». Junte varias palabras sin relación.'
  }
  const digits = password.replaceAll(/\D/g, '')
  const words = palabrasDe([casa]).filter((word) => !DEL_RAMO.has(word))
  if (tiene(password, words) || (ruc !== '' && digits.includes(ruc))) {
    return 'No use en la contraseña el nombre ni el RUC de la casa. Junte varias palabras sin relación con ella.'
  }
  if (tiene(password, palabrasDe(gente))) {
    return 'No use en la contraseña el nombre de quien trabaja en la casa. Junte varias palabras sin relación con ella.'
  }
  return null
}

/**
 * What is wrong with a password, in Spanish; null when nothing is. The list of the most common passwords is checked on
 * the server only.
 */
export function faltaPassword(password: string, contexto: Contexto): string | null {
  if (Array.from(password).length < PASSWORD_MIN) {
    return `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres.`
  }
  if (password.length > PASSWORD_MAX) {
    return `La contraseña debe tener como máximo ${PASSWORD_MAX} caracteres.`
  }
  if (new Set(plain(password)).size < 4) return 'La contraseña repite muy pocos caracteres.'
  const falta = faltaDeContexto(password, contexto)
  if (falta) return falta
  if (PALABRAS.has(raiz(password))) {
    return 'Una palabra común con algún número se adivina pronto: junte varias palabras.'
  }
  return null
}
