"""Attention, steps of recurrent networks, and batches of sequences.

What returns several arrays, or a packed batch, stands without parentheses: its result is no array.
"""

_WEIGHTS = "w_ih, w_hh, b_ih=None, b_hh=None"
_PLACE = "device=None, dtype=None"

LINES = f"""
    torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False) -> F.scaled_dot_product_attention(...) : dtype=same shape=? statics=dropout_p,is_causal,enable_gqa
    torch.nn.functional.multi_head_attention_forward         -> F.multi_head_attention_forward
    torch.nn.Transformer.generate_square_subsequent_mask(sz, {_PLACE}) -> nn.Transformer.generate_square_subsequent_mask(sz, dtype=dtype) : dtype=? shape=2 statics=sz
    torch.nn.attention.sdpa_kernel                           -> ! HYB402 : gone
    torch.backends.cuda.sdp_kernel                           -> ! HYB402 : gone
    torch.nn.attention.flex_attention.flex_attention(*args)  -> ! HYB402 write the scores out, or use `scaled_dot_product_attention` with a mask
    torch.rnn_tanh_cell(input, hx, {_WEIGHTS})               -> F.rnn_tanh_cell(...)                         : dtype=same shape=?
    torch.rnn_relu_cell(input, hx, {_WEIGHTS})               -> F.rnn_relu_cell(...)                         : dtype=same shape=?
    torch.gru_cell(input, hx, {_WEIGHTS})                    -> F.gru_cell(...)                              : dtype=same shape=?
    torch.lstm_cell                                          -> F.lstm_cell
    torch.rnn_tanh(*args)                                    -> ! HYB402 use the layer `torch.nn.RNN`
    torch.rnn_relu(*args)                                    -> ! HYB402 use the layer `torch.nn.RNN`
    torch.gru(*args)                                         -> ! HYB402 use the layer `torch.nn.GRU`
    torch.lstm(*args)                                        -> ! HYB402 use the layer `torch.nn.LSTM`
    torch.nn.utils.rnn.PackedSequence                        -> nn.utils.rnn.PackedSequence
    torch.nn.utils.rnn.pack_padded_sequence                  -> nn.utils.rnn.pack_padded_sequence
    torch.nn.utils.rnn.pack_sequence                         -> nn.utils.rnn.pack_sequence
    torch.nn.utils.rnn.pad_packed_sequence                   -> nn.utils.rnn.pad_packed_sequence
    torch.nn.utils.rnn.pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side='right') -> nn.utils.rnn.pad_sequence(...) : dtype=? shape=? statics=batch_first,padding_side lists
    torch.nn.utils.rnn.unpad_sequence(padded_sequences, lengths, batch_first=False) -> nn.utils.rnn.unpad_sequence(...) : dtype=? list statics=batch_first
    torch.nn.utils.rnn.unpack_sequence(packed_sequences)     -> nn.utils.rnn.unpack_sequence(...)            : dtype=? list
    torch.nn.utils.rnn.invert_permutation(permutation)       -> nn.utils.rnn.invert_permutation(...)         : dtype=same shape=same
"""
