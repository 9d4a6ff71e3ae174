declare module 'subset-font' {
  /** The glyphs of `text` and the axes given, out of `font`. */
  export default function subset(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures?: readonly string[]
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}
