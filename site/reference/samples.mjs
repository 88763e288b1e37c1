// Programs that call an operation, in five languages. They need nothing but the language itself, and read
// the address and the credential from the environment.

const DEFAULT_URL = 'http://127.0.0.1:8080'

const indent = (text, spaces) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

const pretty = (value) => JSON.stringify(value, undefined, 2)

/** The path with example values, and the query. */
const addressOf = ({ path, parameters }) => {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => parameters.find((one) => one.name === name)?.example ?? name,
  )
  const query = parameters.filter(({ place, isRequired }) => place === 'query' && isRequired)
  const text = query.map(({ name, example }) => `${name}=${encodeURIComponent(example ?? '')}`).join('&')
  return text === '' ? filled : `${filled}?${text}`
}

const headersOf = ({ parameters, hasCredential, body }) => [
  ...(body === undefined ? [] : [['Content-Type', 'application/json']]),
  ...parameters
    .filter(({ place, isRequired }) => place === 'header' && isRequired)
    .map(({ name, example }) => [name, example]),
  ...(hasCredential ? [['Authorization', undefined]] : []),
]

/** The variable with the credential. */
const credentialOf = ({ credential = 'POSTRIDER_CREDENTIAL' }) => credential

const single = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const curl = (call) => {
  const lines = [`curl -sS -X ${call.method} "$POSTRIDER_URL${addressOf(call)}"`]
  for (const [name, value] of headersOf(call))
    lines.push(value === undefined ? `-H "${name}: Bearer $${credentialOf(call)}"` : `-H "${name}: ${value}"`)
  if (call.body !== undefined) lines.push(`-d ${single(pretty(call.body))}`)
  return lines.join(' \\\n  ')
}

const typescript = (call) => {
  const headers = headersOf(call).map(([name, value]) =>
    value === undefined
      ? `    '${name}': \`Bearer \${process.env.${credentialOf(call)}}\`,`
      : `    '${name}': ${JSON.stringify(value)},`,
  )
  return [
    `const url = process.env.POSTRIDER_URL ?? '${DEFAULT_URL}'`,
    `const response = await fetch(\`\${url}${addressOf(call)}\`, {`,
    `  method: '${call.method}',`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(call.body === undefined ? [] : [`  body: JSON.stringify(${indent(pretty(call.body), 2)}),`]),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

const pythonValue = (value) =>
  pretty(value).replaceAll(
    /(?<=[:[,]\s*)(true|false|null)\b/g,
    (word) => ({ true: 'True', false: 'False', null: 'None' })[word],
  )

const python = (call) => {
  const headers = headersOf(call).map(([name, value]) =>
    value === undefined
      ? `        "${name}": f"Bearer {os.environ['${credentialOf(call)}']}",`
      : `        "${name}": ${JSON.stringify(value)},`,
  )
  return [
    call.body === undefined ? 'import os' : 'import json\nimport os',
    'import urllib.error\nimport urllib.request\n',
    `url = os.environ.get("POSTRIDER_URL", "${DEFAULT_URL}")`,
    'request = urllib.request.Request(',
    `    f"{url}${addressOf(call)}",`,
    `    method="${call.method}",`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(call.body === undefined
      ? []
      : [`    data=json.dumps(${indent(pythonValue(call.body), 4)}).encode(),`]),
    ')',
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as error:',
    '    response = error',
    'print(response.status, response.read().decode())',
  ].join('\n')
}

const phpValue = (value) => {
  if (Array.isArray(value))
    return `[\n${value.map((one) => `    ${indent(phpValue(one), 4)},`).join('\n')}\n]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) return 'new stdClass()'
    return `[\n${entries.map(([key, one]) => `    ${phpText(key)} => ${indent(phpValue(one), 4)},`).join('\n')}\n]`
  }
  return typeof value === 'string' ? phpText(value) : JSON.stringify(value)
}

const phpText = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

const php = (call) => {
  const headers = headersOf(call).map(([name, value]) =>
    value === undefined
      ? `        '${name}: Bearer ' . getenv('${credentialOf(call)}'),`
      : `        ${phpText(`${name}: ${value}`)},`,
  )
  return [
    '<?php',
    `$url = getenv('POSTRIDER_URL') ?: '${DEFAULT_URL}';`,
    '$context = stream_context_create([',
    "    'http' => [",
    `        'method' => '${call.method}',`,
    `        'header' => [${headers.length === 0 ? '' : `\n    ${headers.join('\n    ')}\n        `}],`,
    ...(call.body === undefined
      ? []
      : [`        'content' => json_encode(${indent(phpValue(call.body), 8)}),`]),
    "        'ignore_errors' => true,",
    '    ],',
    ']);',
    `$body = file_get_contents($url . ${phpText(addressOf(call))}, false, $context);`,
    "echo $http_response_header[0], ' ', $body, PHP_EOL;",
  ].join('\n')
}

const go = (call) => {
  const headers = headersOf(call).map(([name, value]) =>
    value === undefined
      ? `\trequest.Header.Set("${name}", "Bearer "+os.Getenv("${credentialOf(call)}"))`
      : `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`,
  )
  const imports = ['fmt', 'io', 'net/http', 'os', ...(call.body === undefined ? [] : ['strings'])]
  const body = call.body === undefined ? 'nil' : 'strings.NewReader(body)'
  return [
    'package main\n',
    `import (\n${imports.map((name) => `\t"${name}"`).join('\n')}\n)\n`,
    ...(call.body === undefined ? [] : [`const body = \`${pretty(call.body)}\`\n`]),
    'func main() {',
    `\trequest, err := http.NewRequest("${call.method}", os.Getenv("POSTRIDER_URL")+"${addressOf(call)}", ${body})`,
    '\tif err != nil {\n\t\tpanic(err)\n\t}',
    ...headers,
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {\n\t\tpanic(err)\n\t}',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tif err != nil {\n\t\tpanic(err)\n\t}',
    '\tfmt.Println(response.Status, string(text))',
    '}',
  ].join('\n')
}

/** The languages of the samples, in the order of the tabs. */
export const LANGUAGES = [
  { name: 'curl', language: 'bash', write: curl },
  { name: 'TypeScript', language: 'typescript', write: typescript },
  { name: 'Python', language: 'python', write: python },
  { name: 'PHP', language: 'php', write: php },
  { name: 'Go', language: 'go', write: go },
]

/**
 * The samples of a call: its method, path, parameters and body, whether it needs a credential, and the variable
 * with the credential.
 */
export const samplesOf = (call) =>
  LANGUAGES.map(({ name, language, write }) => ({ name, language, code: write(call) }))
