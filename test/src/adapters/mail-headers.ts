/** The names of the headers of an email, in lower case. */
export const headerNames = (raw: string): readonly string[] => {
  const [head = ''] = raw.split('\r\n\r\n')
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
}
