/// What a shell runs to complete the tool's command lines: it asks the tool itself.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The line behind which the shell offers names of files, or of folders.
  static let filesMark = ":files", foldersMark = ":folders"

  /// The script.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// Bash cuts words at `=`, `:` and `@`, too, and puts what is answered in the place of the last piece only.
  private static let bashText = #"""
    # Completion of annals for bash. In ~/.bashrc: source <(annals completion bash)
    _annals() {
      local rest=$COMP_LINE blanks piece full= prefix line i
      local -a words=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        piece=${COMP_WORDS[i]}
        blanks=${rest%%[![:blank:]]*}
        rest=${rest#"$blanks"}
        rest=${rest#"$piece"}
        if [[ -n $blanks || $i -eq 0 ]]; then words+=("$piece"); else words[-1]+=$piece; fi
      done
      full=${words[-1]}
      case ${piece:-x} in '=' | ':' | '@') piece= ;; esac
      prefix=${full%"$piece"}
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          :files) compopt -o default; return ;;
          :folders) compopt -o dirnames; return ;;
        esac
        line=${line%%$'\t'*}
        COMPREPLY+=("${line#"$prefix"}")
      done < <(annals __complete bash -- "${words[@]:1}" 2>/dev/null)
      if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=] ]]; then compopt -o nospace; fi
    }
    complete -F _annals annals

    """#

  private static let zshText = #"""
    #compdef annals
    # Completion of annals for zsh. In a folder of $fpath, as _annals; or in ~/.zshrc, behind compinit:
    # source <(annals completion zsh)
    _annals() {
      local line word
      local -a lines words_ended shown_ended words_open shown_open
      lines=("${(@f)$(annals __complete zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      case $lines[1] in
        (:files) _files; return ;;
        (:folders) _files -/; return ;;
        ('') return 1 ;;
      esac
      for line in $lines; do
        word=${line%%$'\t'*}
        line=${line/$'\t'/  -- }
        if [[ $word == *[/=] ]]; then
          words_open+=("$word") shown_open+=("$line")
        else
          words_ended+=("$word") shown_ended+=("$line")
        fi
      done
      compadd -l -d shown_ended -a words_ended
      compadd -l -S '' -d shown_open -a words_open
    }
    if [[ ${funcstack[1]:-} == _annals ]]; then _annals "$@"; else compdef _annals annals; fi

    """#

  private static let fishText = #"""
    # Completion of annals for fish. As ~/.config/fish/completions/annals.fish
    function __annals_complete
      set -l words (commandline -opc)
      set -l lines (annals __complete fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
      switch "$lines[1]"
        case ':files'
          __fish_complete_path (commandline -ct)
        case ':folders'
          __fish_complete_directories (commandline -ct)
        case '*'
          printf '%s\n' $lines
      end
    end
    complete -c annals -f -a '(__annals_complete)'

    """#
}
