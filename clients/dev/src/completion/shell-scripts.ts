import { EXIT, type ExitCode } from '../errors/exit-code.js'
import type { Verb } from '../verb.js'

const BASH = `_postrider_dev() {
  local IFS=$'\\n'
  COMPREPLY=($(postrider-dev __complete -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null))
  [[ \${COMPREPLY[0]-} == *= ]] && compopt -o nospace
}
complete -o default -F _postrider_dev postrider-dev
`

const ZSH = `#compdef postrider-dev
_postrider_dev() {
  local -a found
  found=("\${(@f)$(postrider-dev __complete -- "\${(@)words[1,CURRENT]}" 2>/dev/null)}")
  compadd -- $found
}
compdef _postrider_dev postrider-dev
`

const FISH = `complete -c postrider-dev -f -a '(postrider-dev __complete -- (commandline -opc) (commandline -ct) 2>/dev/null)'
`

const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const

/** `completion` */
export const completion = (verb: Verb, _options: object, shell: keyof typeof SCRIPTS): Promise<ExitCode> => {
  const script = SCRIPTS[shell]
  if (verb.format === 'json' || verb.format === 'jsonl') verb.writer().one({ shell, script })
  else verb.terminal.output.write(script)
  return Promise.resolve(EXIT.ok)
}
