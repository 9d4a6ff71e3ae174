import { expect, test } from 'vitest'
import { base32, codigoEn, pasoDe, pasoDelCodigo, uriTotp } from './totp.ts'

const SECRETO = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the rows of SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238: at %i s the code is %s', (seconds, code) => {
  expect(codigoEn(SECRETO, pasoDe(seconds * 1000), 8)).toBe(code)
})

// RFC 4226, appendix D.
test('RFC 4226: the first ten codes', () => {
  const codes = Array.from({ length: 10 }, (_, paso) => codigoEn(SECRETO, paso))
  expect(codes.join(' ')).toBe(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489',
  )
})

// RFC 4648, section 10.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: base 32 of %s is %s', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected)
})

test('the codes of the current and the previous time step are accepted, no others', () => {
  const now = 1_111_111_111_000
  const at = (steps: number) => pasoDelCodigo(SECRETO, codigoEn(SECRETO, pasoDe(now) + steps), now)
  expect([-2, -1, 0, 1].map(at)).toEqual([null, pasoDe(now) - 1, pasoDe(now), null])
  for (const no of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) {
    expect(pasoDelCodigo(SECRETO, no, now)).toBeNull()
  }
})

test('the address in the QR code follows the key URI format', () => {
  expect(uriTotp(SECRETO, 'ana@andino.example')).toBe(
    'otpauth://totp/Cambista:ana%40andino.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Cambista',
  )
})
