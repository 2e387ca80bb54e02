#!/bin/sh
# An auditor's story, told with the annals command: story.sh [FOLDER FOR THE STORE]
#
# Clients of a bank and who looks after them. Four people change them over four months; one change is wrong, one
# deletion malicious, and one bulk change was a mistake. In May an auditor finds all three and puts them right.
# `story.txt` beside this file is what it prints; a test compares.
set -eu

folder=${1:-$(mktemp -d)}
mkdir -p "$folder"
cd "$folder"
export TZ=UTC

tell() { printf '\n# %s\n' "$1"; }

# Shows a command as it would be typed, then runs it.
annals() {
  line='$ annals'
  for word in "$@"; do
    case $word in
      *\'*) line="$line \"$word\"" ;;
      *[!A-Za-z0-9_./:=@,+-]*) line="$line '$word'" ;;
      *) line="$line $word" ;;
    esac
  done
  printf '%s\n' "$line"
  command annals "$@" 2>&1 || printf '[%s]\n' "$?"
}

tell 'January: a store in which every change has a reason, and account numbers never change.'
annals init
annals type define client name:text! owner:text! limit:int,min=0 iban:text!,immutable note:text \
  --view by-owner=owner,name --reason-min 5 --actor root --time 2024-01-02T09:00:00Z
cat >clients.jsonl <<'END'
{"op":"create","type":"client","id":"c1","fields":{"name":"Northwind","owner":"xiaoli","limit":1000,"iban":"NO01"}}
{"op":"create","type":"client","id":"c2","fields":{"name":"Contoso","owner":"xiaoli","limit":500,"iban":"NO02"}}
{"op":"create","type":"client","id":"c3","fields":{"name":"Fabrikam","owner":"bo","limit":700,"iban":"NO03"}}
{"op":"create","type":"client","id":"c4","fields":{"name":"张三商店","owner":"xiaoli","limit":300,"iban":"NO04"}}
END
annals batch clients.jsonl --actor ann -m 'first clients' --time 2024-01-03T10:00:00Z

tell 'February to April: four people at work.'
annals update client/c1 limit=1500 --actor bo -m 'renewed for a year' --time 2024-02-10T11:00:00Z
annals update client/c2 'note=calls on Mondays' --actor ann -m 'their wish' --time 2024-02-20T12:00:00Z
annals update client/c1 limit=150000 --actor mal -m 'as agreed' --time 2024-03-05T16:40:00Z
annals update client/c1 'note=prefers letters' --actor ann -m 'their wish' --time 2024-03-18T09:30:00Z
annals delete client/c4 --actor mal -m 'duplicate' --time 2024-04-02T23:55:00Z
cat >territories.jsonl <<'END'
{"op":"update","type":"client","id":"c2","fields":{"owner":"bo"}}
{"op":"update","type":"client","id":"c3","fields":{"owner":"xiaoli"}}
END
annals batch territories.jsonl --actor cy -m 'new territories' --time 2024-04-15T08:00:00Z
annals update client/c3 owner=ann --actor ann -m 'asked by Fabrikam' --time 2024-04-20T14:00:00Z

tell 'May: what did xiaoli look after when the quarter ended, and what came and went since?'
annals list client --view by-owner --where "owner = 'xiaoli'" --at 2024-03-31
annals diff 2024-03-31..2024-04-30 client --where "owner = 'xiaoli'"

tell 'A limit of 150000 is strange. Who changed limits since February, and who set what is there now?'
annals log client --field limit --since 2024-02-01 --plain
annals blame client/c1

tell 'So it was mal. What else did mal do?'
annals log --actor mal --plain
annals get client/c4

tell 'The limit goes back to what it was before, and nothing else does: the note of 18 March stays.'
annals restore client/c1 --from 2024-03-04 limit --dry-run -m 'audit: never agreed'
annals restore client/c1 --from 2024-03-04 limit --actor eve -m 'audit: never agreed' --time 2024-05-02T10:00:00Z

tell 'The deleted client lives again.'
annals undelete client/c4 --actor eve -m 'audit: no duplicate' --time 2024-05-02T10:05:00Z

tell 'The new territories were a mistake. But ann has changed one of them since, for a reason of her own.'
annals revert r8 --actor eve -m 'audit: nobody approved' --time 2024-05-02T10:10:00Z
annals revert r8 --force --dry-run -m 'audit: nobody approved'

tell 'Hers stays. All that nobody touched since is put back.'
annals revert r8 --skip-conflicts --actor eve -m 'audit: nobody approved' --time 2024-05-02T10:15:00Z

tell 'An account number cannot be changed, whoever asks, nor anything without a reason.'
annals update client/c1 iban=XX99 --actor mal -m 'as agreed' --time 2024-05-02T11:00:00Z
annals update client/c1 limit=150000 --actor mal --time 2024-05-02T11:00:00Z

tell 'History kept both: what was wrong, and what put it right.'
annals log client/c1 --oneline
annals log client/c4 --oneline
annals log client --field owner --op update --oneline
annals get client/c1 --at 2024-04-01
annals get client/c1
annals list client --view by-owner
annals verify --quiet --json | sed 's/"seconds":[^,}]*/"seconds":0/'
