import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { writeFileAtomic } from '../atomic-file.js';
import { quoteSh } from '../core/quote-sh.js';
import { SPOOL_MAGIC } from '../core/spool-file.js';

/**
 * The hook command: notes its process chain, then writes stdin to a file of its own in the spool. All but `cat` is
 * built into sh, since a process more costs the agent half a millisecond; there is no `mv` for the same reason, so a
 * last line says that the file is whole. Always exit 0, prints nothing, reads stdin to its end.
 */
export const hookScript = (spoolIn: string): string => `#!/bin/sh
# Written by Pitwall: hands an agent's hook to this machine's Pitwall. Replaced at every start.
exec 2>/dev/null >/dev/null
trap 'exit 0' HUP INT TERM
set -f
unset IFS
cli=$1 launch=$2 dir=${quoteSh(spoolIn)}

# A terminal of Pitwall's has hooks of its own launch: an installed hook would report everything twice. Codex has only
# the installed ones.
if [ -n "$PITWALL_LAUNCH_HOOKS" ] && [ "$cli" != codex ] && [ "$launch" != --launch ]; then cat; exit 0; fi

word() {
  case $1 in *[!A-Za-z0-9._:-]*) REPLY= ;; *) REPLY=$1 ;; esac
}

# Only the variables' own characters end up in the file's head: a line break would forge a line.
word "\${PITWALL_TERMINAL_ID:-$AGENT_MANAGER_TERMINAL_ID}"; terminal=$REPLY
word "$CLAUDE_CODE_ENTRYPOINT"; entrypoint=$REPLY
word "$CLAUDE_CODE_PARENT_SESSION_ID"; parent=$REPLY
program=\${TERM_PROGRAM:-$TERMINAL_EMULATOR}
if [ -z "$program" ]; then
  if [ -n "$KITTY_WINDOW_ID" ]; then program=kitty
  elif [ -n "$GHOSTTY_RESOURCES_DIR" ]; then program=ghostty
  elif [ -n "$ALACRITTY_WINDOW_ID$ALACRITTY_SOCKET" ]; then program=Alacritty
  elif [ -n "$WEZTERM_PANE" ]; then program=WezTerm
  elif [ -n "$TMUX" ]; then program=tmux
  fi
fi
word "$program"; program=$REPLY

head="${SPOOL_MAGIC}
cli $cli
terminal $terminal
entrypoint $entrypoint
parent $parent
program $program
"
pid=$PPID n=0
if [ -r /proc/$pid/stat ]; then
  while [ "$pid" -gt 1 ] && [ $n -lt 16 ]; do
    IFS= read -r line < "/proc/$pid/stat" || break
    name=\${line#*(}
    set -- \${line##*) }
    [ $# -ge 20 ] || break
    head="\${head}process $pid $2 $5 \${20} \${name%)*}
"
    pid=$2 n=$((n + 1))
  done
else
  # No /proc: one look at all processes, the chain is picked out of it here.
  table=$(LC_ALL=C ps -A -o pid=,ppid=,tty=,lstart=,command=)
  while [ "$pid" -gt 1 ] && [ $n -lt 16 ]; do
    next=
    while IFS= read -r row; do
      set -- $row
      if [ "$1" = "$pid" ]; then
        case $3 in '??'|'?'|-) tty=0 ;; *) tty=1 ;; esac
        at=$4_$5_$6_$7_$8 parentpid=$2
        shift 8
        head="\${head}process $pid $parentpid $tty $at $*
"
        next=$parentpid
        break
      fi
    done <<TABLE
$table
TABLE
    [ -n "$next" ] || break
    pid=$next n=$((n + 1))
  done
fi

# A pid may come again before its file was taken in.
name=$$ n=0
while [ -e "$dir/$name" ] && [ $n -lt 99 ]; do n=$((n + 1)); name=$$.$n; done
umask 077
set -C
if { printf '%s\\n' "$head" && cat && printf '\\nend %s\\n' "$name"; } > "$dir/$name"; then exit 0; fi
cat
exit 0
`;

/** Writes the script where it is missing, of another version, or open to others. */
export function installHookScript(path: string, spoolIn: string): void {
  const script = hookScript(spoolIn);
  if (existsSync(path) && readFileSync(path, 'utf8') === script) return chmodSync(path, 0o700);
  writeFileAtomic(path, script, { mode: 0o700 });
}
