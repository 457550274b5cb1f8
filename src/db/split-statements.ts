/** Splits SQL at semicolons at line ends, except inside function bodies between `$$`. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  let isInBody = false
  for (const line of text.split('\n')) {
    if (!isInBody && line.trimStart().startsWith('--')) continue
    if (line.split('$$').length % 2 === 0) isInBody = !isInBody
    current += `${line}\n`
    if (!isInBody && line.trimEnd().endsWith(';')) {
      statements.push(current.trim())
      current = ''
    }
  }
  if (current.trim() !== '') statements.push(current.trim())
  return statements
}
