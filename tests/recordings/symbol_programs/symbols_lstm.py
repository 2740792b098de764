"""Recurrent networks: cells unrolled by hand, with weights that all steps share, and the fused operator."""

from collections import namedtuple

import mxnet as mx

LSTMState = namedtuple("LSTMState", ["c", "h"])
LSTMParam = namedtuple("LSTMParam", ["i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias"])


def lstm(num_hidden, indata, prev_state, param, seqidx, layeridx, dropout=0.0):
    """LSTM Cell symbol"""
    if dropout > 0.0:
        indata = mx.sym.Dropout(data=indata, p=dropout)
    i2h = mx.sym.FullyConnected(
        data=indata,
        weight=param.i2h_weight,
        bias=param.i2h_bias,
        num_hidden=num_hidden * 4,
        name="t%d_l%d_i2h" % (seqidx, layeridx),
    )
    h2h = mx.sym.FullyConnected(
        data=prev_state.h,
        weight=param.h2h_weight,
        bias=param.h2h_bias,
        num_hidden=num_hidden * 4,
        name="t%d_l%d_h2h" % (seqidx, layeridx),
    )
    gates = i2h + h2h
    slice_gates = mx.sym.SliceChannel(gates, num_outputs=4, name="t%d_l%d_slice" % (seqidx, layeridx))
    in_gate = mx.sym.Activation(slice_gates[0], act_type="sigmoid")
    in_transform = mx.sym.Activation(slice_gates[1], act_type="tanh")
    forget_gate = mx.sym.Activation(slice_gates[2], act_type="sigmoid")
    out_gate = mx.sym.Activation(slice_gates[3], act_type="sigmoid")
    next_c = (forget_gate * prev_state.c) + (in_gate * in_transform)
    next_h = out_gate * mx.sym.Activation(next_c, act_type="tanh")
    return LSTMState(c=next_c, h=next_h)


def lstm_unroll(num_lstm_layer, seq_len, input_size, num_hidden, num_embed, num_label, dropout=0.0):
    embed_weight = mx.sym.Variable("embed_weight")
    cls_weight = mx.sym.Variable("cls_weight")
    cls_bias = mx.sym.Variable("cls_bias")
    param_cells = []
    last_states = []
    for i in range(num_lstm_layer):
        param_cells.append(
            LSTMParam(
                i2h_weight=mx.sym.Variable("l%d_i2h_weight" % i),
                i2h_bias=mx.sym.Variable("l%d_i2h_bias" % i),
                h2h_weight=mx.sym.Variable("l%d_h2h_weight" % i),
                h2h_bias=mx.sym.Variable("l%d_h2h_bias" % i),
            )
        )
        state = LSTMState(c=mx.sym.Variable("l%d_init_c" % i), h=mx.sym.Variable("l%d_init_h" % i))
        last_states.append(state)
    assert len(last_states) == num_lstm_layer

    # embeding layer
    data = mx.sym.Variable("data")
    label = mx.sym.Variable("softmax_label")
    embed = mx.sym.Embedding(data=data, input_dim=input_size, weight=embed_weight, output_dim=num_embed, name="embed")
    wordvec = mx.sym.SliceChannel(data=embed, num_outputs=seq_len, squeeze_axis=1)

    hidden_all = []
    for seqidx in range(seq_len):
        hidden = wordvec[seqidx]
        for i in range(num_lstm_layer):
            dp_ratio = 0.0 if i == 0 else dropout
            next_state = lstm(
                num_hidden,
                indata=hidden,
                prev_state=last_states[i],
                param=param_cells[i],
                seqidx=seqidx,
                layeridx=i,
                dropout=dp_ratio,
            )
            hidden = next_state.h
            last_states[i] = next_state
        if dropout > 0.0:
            hidden = mx.sym.Dropout(data=hidden, p=dropout)
        hidden_all.append(hidden)

    hidden_concat = mx.sym.Concat(*hidden_all, dim=0)
    pred = mx.sym.FullyConnected(
        data=hidden_concat, num_hidden=num_label, weight=cls_weight, bias=cls_bias, name="pred"
    )
    label = mx.sym.transpose(data=label)
    label = mx.sym.Reshape(data=label, target_shape=(0,)) if False else mx.sym.Reshape(data=label, shape=(-1,))
    sm = mx.sym.SoftmaxOutput(data=pred, label=label, name="softmax")
    return sm


def fused(num_hidden, num_layers, vocabulary):
    data = mx.sym.Variable("data")
    with mx.name.Prefix("net_"):
        table = mx.sym.Embedding(data, input_dim=vocabulary, output_dim=5, name="table")
        rnn = mx.sym.RNN(
            mx.sym.swapaxes(table, dim1=0, dim2=1),
            state_size=num_hidden,
            num_layers=num_layers,
            mode="lstm",
            bidirectional=True,
            state_outputs=True,
            name="lstm",
        )
        last = mx.sym.SequenceLast(rnn[0])
    return mx.sym.Group([mx.sym.softmax(mx.sym.FullyConnected(last, num_hidden=3)), rnn[1], rnn[2]])
